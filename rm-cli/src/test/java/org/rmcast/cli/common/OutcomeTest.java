package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;

class OutcomeTest {
    private final Reception reception = new Reception();

    @Test
    void shouldTellProgramsAndPeopleWhyAStreamBrokeOffAndWhatIsLostOfIt() throws Exception {
        reception.onEvent(new SessionEvent.MessagesLost(1, 7, 9, EventCause.NOT_HELD, "no longer held"));
        reception.onEvent(new SessionEvent.SenderLost(1, EventCause.SILENT, "silent for 30 s"));
        JsonNode line = line();
        assertThat(line.get("lost").get(0).get("cause").asText()).isEqualTo("NOT_HELD");
        assertThat(line.get("lost").get(0).get("reason").asText()).isEqualTo("no longer held");
        assertThat(line.get("ending").asText()).isEqualTo("SENDER_LOST");
        assertThat(line.get("cause").asText()).isEqualTo("SILENT");
        assertThat(line.get("reason").asText()).isEqualTo("silent for 30 s");
        assertThat(line.get("complete").asBoolean()).isFalse();
    }

    @Test
    void shouldTellThatTheSenderEndedTheStream() throws Exception {
        reception.onEvent(new SessionEvent.StreamEnded(1));
        JsonNode line = line();
        assertThat(line.get("cause").asText()).isEqualTo("STREAM_ENDED");
        assertThat(line.get("complete").asBoolean()).isTrue();
    }

    private JsonNode line() throws Exception {
        Outcome outcome = new Outcome().received(reception.await(), reception);
        return Json.parse(outcome.line("stream receive", null));
    }
}
