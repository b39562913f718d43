package iccl.run.internal.cluster;

import iccl.run.internal.cluster.HostWords.Word;
import org.jspecify.annotations.Nullable;

/** What follows a host on its line. */
final class HostSettings {
    private final Mistakes mistakes;
    private final String host;
    private @Nullable String user;
    private int port;
    private int slots;
    private int maxSlots = HostText.MOST_SLOTS;

    HostSettings(HostText host, Mistakes mistakes) {
        this.mistakes = mistakes;
        this.host = host.host();
        this.user = host.user();
        this.port = host.port();
        this.slots = host.slots();
    }

    void slots(Word word) {
        int number = HostText.number(word.value(), HostText.MOST_SLOTS, "number of slots", word.place(), mistakes);
        if (slots != 0) {
            contradict("the number of slots", word);
        }
        slots = number;
        checkMost(word);
    }

    void maxSlots(Word word) {
        int number = HostText.number(word.value(), HostText.MOST_SLOTS, "number of slots", word.place(), mistakes);
        maxSlots = number == 0 ? HostText.MOST_SLOTS : number;
        checkMost(word);
    }

    private void checkMost(Word word) {
        if (slots > maxSlots) {
            mistakes.add(
                    word.place(), slots + " slots are more than max_slots=" + maxSlots, "raise one or lower the other");
        }
    }

    void user(Word word) {
        if (!HostName.isUser(word.value())) {
            mistakes.add(word.place(), Scalars.quote(word.value()) + " is no name of a user", "write user=NAME");
        } else if (user != null) {
            contradict("the user", word);
        }
        user = word.value();
    }

    void port(Word word) {
        int number = HostText.number(word.value(), HostText.MOST_PORTS, "port", word.place(), mistakes);
        if (port != 0) {
            contradict("the port", word);
        }
        port = number;
    }

    private void contradict(String what, Word word) {
        mistakes.add(word.place(), what + " is given twice for " + host, "keep one of them");
    }

    HostText complete() {
        return new HostText(host, user, port, slots);
    }
}
