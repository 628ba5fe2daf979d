package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.Data;

class SenderNewsTest {
    private final SenderNews news = new SenderNews();

    @Test
    void shouldKnowTheRateThatWasSaidLast() {
        news.onData(Parts.data(1));
        assertThat(news.rate()).isEqualTo(Parts.RATE);
        news.onBeacon(beacon(false, 3, 70));
        assertThat(news.rate()).isEqualTo(70);
    }

    /** It says what the rate was when it was first sent. */
    @Test
    void shouldNotTakeTheRateFromARepair() {
        news.onBeacon(beacon(false, 3, 70));
        Data data = Parts.data(1);
        news.onData((Data) Parts.decode(TramCodec.repair(TramPacket.Type.RETRANSMISSION, data.datagram(), 0)));
        assertThat(news.rate()).isEqualTo(70);
    }

    @Test
    void shouldNotForgetMessagesNorTheEndWhenBeaconsOvertake() {
        news.onBeacon(beacon(true, 5, 70));
        news.onBeacon(beacon(false, 3, 70));
        assertThat(news.messages()).isEqualTo(5);
        assertThat(news.isDone()).isTrue();
    }

    @Test
    void shouldTellOnceWhatTheSenderForgot() {
        assertThat(news.onForgotten(4)).isTrue();
        assertThat(news.onForgotten(4)).isFalse();
        assertThat(news.onForgotten(3)).isFalse();
        assertThat(news.forgetBefore()).isEqualTo(4);
    }

    private static Beacon beacon(boolean done, long messages, int rate) {
        return new Beacon(false, done, false, 9, 1, messages, 0, rate, 0);
    }
}
