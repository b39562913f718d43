package iccl.kernel.internal.bootstrap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Services in OSGi's order: the higher {@code service.ranking} first, then the lower {@code service.id}.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class RankedList<T> {
    private static final Comparator<Entry<?>> ORDER =
            Comparator.<Entry<?>>comparingInt(Entry::ranking).reversed().thenComparingLong(Entry::id);

    private volatile List<Entry<T>> entries = List.of();

    /** Adds a service, or gives it other properties. */
    public synchronized void put(T service, Map<String, ?> properties) {
        List<Entry<T>> next = without(service);
        int ranking = properties.get("service.ranking") instanceof Integer number ? number : 0;
        long id = properties.get("service.id") instanceof Long number ? number : 0;
        next.add(new Entry<>(service, ranking, id));
        next.sort(ORDER);
        entries = List.copyOf(next);
    }

    public synchronized void remove(T service) {
        entries = List.copyOf(without(service));
    }

    private List<Entry<T>> without(T service) {
        List<Entry<T>> next = new ArrayList<>(entries);
        next.removeIf(entry -> entry.service == service);
        return next;
    }

    /** Best first. */
    public List<T> list() {
        return entries.stream().map(Entry::service).toList();
    }

    public boolean contains(T service) {
        return entries.stream().anyMatch(entry -> entry.service == service);
    }

    private record Entry<T>(T service, int ranking, long id) {}
}
