package org.rmcast.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
    private static final List<String> NAMES = List.of("interface", "port", "ttl", "ackInterval");

    @ParameterizedTest
    @CsvSource({"interfce,interface", "Interface,interface", "prot,port", "tll,ttl", "ackintervall,ackInterval"})
    void shouldFindTheNameThatWasMeant(String given, String meant) {
        assertThat(Suggestions.nearest(given, NAMES)).isEqualTo(meant);
        assertThat(Suggestions.didYouMean(given, NAMES)).isEqualTo("; did you mean '" + meant + "'?");
    }

    @Test
    void shouldNotGuessWildly() {
        assertThat(Suggestions.nearest("colour", NAMES)).isNull();
        assertThat(Suggestions.didYouMean("colour", NAMES)).isEmpty();
        assertThat(Suggestions.nearest("colour", List.of())).isNull();
    }

    @ParameterizedTest
    @CsvSource({"abc,abc,0", "abc,acb,1", "abc,ab,1", "abc,abcd,1", "abc,xbc,1", "kitten,sitting,3"})
    void shouldCountEdits(String from, String to, int edits) {
        assertThat(Suggestions.edits(from, to)).isEqualTo(edits);
        assertThat(Suggestions.edits(to, from)).isEqualTo(edits);
    }
}
