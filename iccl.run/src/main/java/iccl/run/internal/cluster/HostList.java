package iccl.run.internal.cluster;

import iccl.run.internal.cluster.HostWords.Word;
import iccl.run.internal.launch.NearNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads hosts as users of Open MPI, PRRTE, Hydra and Horovod write them. A host without a number takes one rank; one that
 * is named again takes so many more.
 */
final class HostList {
    private static final List<String> SLOTS = List.of("slots", "slot", "count", "cpu", "cpus");
    private static final List<String> MAX_SLOTS = List.of(
            "max_slots",
            "max-slots",
            "slots_max",
            "slots-max",
            "max_cpu",
            "max-cpu",
            "cpu_max",
            "cpu-max",
            "max_count",
            "max-count",
            "count_max",
            "count-max");
    private static final List<String> USER = List.of("user", "username", "user_name", "user-name");
    private static final List<String> PORT = List.of("port");
    /** What is about places inside a host; ranks are not bound to any. */
    private static final List<String> UNUSED = List.of(
            "binding",
            "boards",
            "sockets",
            "sockets_per_board",
            "sockets-per-board",
            "cores",
            "cores_per_socket",
            "cores-per-socket");

    private record Identity(String host, @Nullable String user, int port) {}

    private final Mistakes mistakes;
    private final Map<Identity, Integer> slots = new LinkedHashMap<>();
    private final Map<Identity, String> spelling = new LinkedHashMap<>();
    private final Map<String, Place> excluded = new LinkedHashMap<>();

    HostList(Mistakes mistakes) {
        this.mistakes = mistakes;
    }

    /** Adds a file's lines. */
    void addLines(String text) {
        List<String> lines = HostWords.linesWithoutComments(text, mistakes);
        for (int i = 0; i < lines.size(); i++) {
            addHost(HostWords.split(lines.get(i), new Place(i + 1, 1)));
        }
    }

    /** Adds hosts with commas between. */
    void addListed(String text) {
        int start = 0;
        for (String part : text.split(",", -1)) {
            Place place = new Place(1, start + 1);
            if (part.isBlank()) {
                mistakes.add(place, "there is no host", "write -H host:slots,host:slots");
            } else {
                addHost(HostWords.split(part, place));
            }
            start += part.length() + 1;
        }
    }

    /** Adds ranks to a host; for lists that have been taken apart already. */
    void add(HostText host, int count) {
        Identity identity = new Identity(host.host().toLowerCase(Locale.ROOT), host.user(), host.port());
        spelling.putIfAbsent(identity, host.host());
        slots.merge(identity, count, Integer::sum);
    }

    private void addHost(List<Word> words) {
        if (words.isEmpty()) {
            return;
        }
        Word first = words.get(0);
        if (first.text().startsWith("+")) {
            mistakes.add(
                    first.place(), Scalars.quote(first.text()) + " stands for a host of some other list", "name it");
            return;
        }
        if (first.text().equals("rank")
                && words.size() > 1
                && words.get(1).text().matches("[0-9]+.*")) {
            mistakes.add(
                    first.place(),
                    "this is a line of a rank file",
                    "write host slots=N; ranks fill the hosts in order");
            return;
        }
        boolean isExcluded = first.text().startsWith("^");
        HostText host = HostText.parse(
                isExcluded ? first.text().substring(1) : first.text(), HostText.Suffix.SLOTS, first.place(), mistakes);
        if (host == null) {
            return;
        }
        if (isExcluded) {
            excluded.put(host.host().toLowerCase(Locale.ROOT), first.place());
            return;
        }
        HostSettings settings = new HostSettings(host, mistakes);
        words.subList(1, words.size()).forEach(word -> addSetting(settings, word));
        HostText complete = settings.complete();
        add(complete, Math.max(1, complete.slots()));
    }

    private void addSetting(HostSettings settings, Word word) {
        String name = word.name();
        if (SLOTS.contains(name)) {
            settings.slots(word);
        } else if (MAX_SLOTS.contains(name)) {
            settings.maxSlots(word);
        } else if (USER.contains(name)) {
            settings.user(word);
        } else if (PORT.contains(name)) {
            settings.port(word);
        } else if (UNUSED.contains(name)) {
            mistakes.warn(word.place(), "'" + name + "' is ignored: ranks are not bound to parts of a host", "");
        } else {
            complain(word);
        }
    }

    private void complain(Word word) {
        List<String> known = new ArrayList<>(List.of("slots", "max_slots", "user", "port"));
        boolean isSetting = !word.name().isEmpty();
        mistakes.add(
                word.place(),
                Scalars.quote(isSetting ? word.name() : word.text()) + " cannot follow a host",
                isSetting || !NearNames.of(word.text(), known).isEmpty()
                        ? NearNames.hint(isSetting ? word.name() : word.text(), known)
                        : "one host a line, or commas between them; settings are written slots=N");
    }

    /** What has been added, in order. */
    List<Node> nodes() {
        excluded.forEach((host, place) -> {
            if (!slots.keySet().removeIf(identity -> identity.host().equals(host))) {
                mistakes.warn(place, "'" + host + "' is excluded, and was not there", "");
            }
        });
        List<Node> nodes = new ArrayList<>();
        Set<Identity> identities = new LinkedHashSet<>(slots.keySet());
        for (Identity identity : identities) {
            int count = slots.getOrDefault(identity, 1);
            nodes.add(Node.of(nodes.size(), spelling.getOrDefault(identity, identity.host()))
                    .with(new Node.Access(identity.user(), identity.port(), null, null), count));
        }
        return nodes;
    }
}
