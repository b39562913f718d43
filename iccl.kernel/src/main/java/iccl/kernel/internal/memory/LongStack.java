package iccl.kernel.internal.memory;

import java.util.Arrays;

/** A stack of numbers that allocates only when it grows. */
final class LongStack {
    private long[] values = new long[4];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void push(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    long pop() {
        return values[--size];
    }

    /** The highest index that holds the value, or -1. */
    int lastIndexOf(long value) {
        int index = size - 1;
        while (index >= 0 && values[index] != value) {
            index--;
        }
        return index;
    }

    long removeAt(int index) {
        long value = values[index];
        System.arraycopy(values, index + 1, values, index, size - index - 1);
        size--;
        return value;
    }
}
