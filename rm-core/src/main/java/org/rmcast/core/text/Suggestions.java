package org.rmcast.core.text;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant, for error messages. */
public final class Suggestions {
    private Suggestions() {}

    /** {@code "; did you mean 'interface'?"}, or nothing if no known name is near. */
    public static String didYouMean(String given, Collection<String> known) {
        String nearest = nearest(given, known);
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    /** The known name with the fewest edits to the given one, if they are few enough for a slip of the fingers. */
    public static @Nullable String nearest(String given, Collection<String> known) {
        String nearest = null;
        int best = Integer.MAX_VALUE;
        for (String name : known) {
            int edits = edits(given.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits < best) {
                best = edits;
                nearest = name;
            }
        }
        return nearest != null && best <= Math.max(1, nearest.length() / 3) ? nearest : null;
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
    public static int edits(String from, String to) {
        int[][] distance = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                distance[i][j] = i == 0 || j == 0 ? i + j : step(distance, from, to, i, j);
            }
        }
        return distance[from.length()][to.length()];
    }

    private static int step(int[][] distance, String from, String to, int i, int j) {
        int replaced = distance[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int edits = Math.min(replaced, 1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(edits, 1 + distance[i - 2][j - 2]) : edits;
    }
}
