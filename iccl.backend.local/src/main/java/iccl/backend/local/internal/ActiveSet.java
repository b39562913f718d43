package iccl.backend.local.internal;

/** A set of small numbers that is quick to walk through and never allocates. */
final class ActiveSet {
    private final int[] members;
    /** Where a number is in {@link #members}, or -1. */
    private final int[] places;

    private int count;

    ActiveSet(int size) {
        members = new int[size];
        places = new int[size];
        java.util.Arrays.fill(places, -1);
    }

    int count() {
        return count;
    }

    /** The number at a place; removing one moves the last into its place. */
    int at(int place) {
        return members[place];
    }

    void add(int number) {
        if (places[number] < 0) {
            places[number] = count;
            members[count++] = number;
        }
    }

    void remove(int number) {
        int place = places[number];
        if (place < 0) {
            return;
        }
        int last = members[--count];
        members[place] = last;
        places[last] = place;
        places[number] = -1;
    }
}
