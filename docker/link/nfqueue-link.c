/*
 * A bad link for one direction of a network namespace, where the kernel has no netem: an iptables rule sends packets to a queue
 * (NFQUEUE), this program lets them go late, or not at all.
 *
 *   nfqueue-link QUEUE [loss=PERCENT] [burst=P,R,GOOD,BAD] [delay=MS] [jitter=MS] [rate=BITS_PER_SECOND] [reorder=PERCENT]
 *                [limit=PACKETS] [seed=NUMBER]
 *
 * loss: independent. burst: Gilbert-Elliott, four percentages: from the good state to the bad one, back, loss in each. jitter: the
 * delay is uniform in delay +- jitter, so that packets close to each other overtake, as with netem. reorder: that share goes without
 * the delay. rate: the time that a packet takes on the link; a packet that finds more than limit (1000) others waiting is dropped.
 * seed: of the randomness, else any.
 * Counts on SIGTERM, and once a second where standard output is a file: "packets N, dropped N". Linux, needs CAP_NET_ADMIN. Speaks
 * netlink itself: no library but libc.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_queue.h>
#include <linux/netlink.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MAX_WAITING 65536
#define NANOS 1000000000LL

struct waiting {
    int64_t due;
    uint64_t order;
    uint32_t id;
};

static struct waiting heap[MAX_WAITING];
static int waiting_count;
static uint64_t arrivals, dropped, random_state;
static double loss, good_to_bad, bad_to_good, good_loss, bad_loss, reorder;
static int64_t delay_nanos, jitter_nanos, rate_bits;
static int limit = 1000, bad_state, queue_number, netlink_socket;
static volatile sig_atomic_t ended;

static int64_t now_nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NANOS + time.tv_nsec;
}

/* SplitMix64, as a number from 0 to below 1. */
static double next_random(void) {
    uint64_t z = (random_state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (double)((z ^ (z >> 31)) >> 11) / (double)(1ULL << 53);
}

static void fail(const char *what) {
    fprintf(stderr, "nfqueue-link: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int is_before(const struct waiting *a, const struct waiting *b) {
    return a->due != b->due ? a->due < b->due : a->order < b->order;
}

static void push(struct waiting entry) {
    int at = waiting_count++;
    while (at > 0 && is_before(&entry, &heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = entry;
}

static struct waiting pop(void) {
    struct waiting first = heap[0], last = heap[--waiting_count];
    int at = 0;
    for (int child; (child = 2 * at + 1) < waiting_count; at = child) {
        if (child + 1 < waiting_count && is_before(&heap[child + 1], &heap[child])) child++;
        if (!is_before(&heap[child], &last)) break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return first;
}

/* A netlink message of the queue's subsystem with one attribute. */
static void tell(int type, int flags, int attribute, const void *value, int bytes) {
    char buffer[128] __attribute__((aligned(8))) = {0};
    struct nlmsghdr *header = (struct nlmsghdr *)buffer;
    struct nfgenmsg *queue = NLMSG_DATA(header);
    struct nlattr *attr = (struct nlattr *)((char *)queue + NLMSG_ALIGN(sizeof *queue));
    queue->version = NFNETLINK_V0;
    queue->res_id = htons(queue_number);
    attr->nla_type = attribute;
    attr->nla_len = NLA_HDRLEN + bytes;
    memcpy((char *)attr + NLA_HDRLEN, value, bytes);
    header->nlmsg_len = NLMSG_LENGTH(sizeof *queue) + NLA_ALIGN(attr->nla_len);
    header->nlmsg_type = (NFNL_SUBSYS_QUEUE << 8) | type;
    header->nlmsg_flags = NLM_F_REQUEST | flags;
    if (send(netlink_socket, buffer, header->nlmsg_len, 0) < 0) fail("cannot write to the queue");
}

static void verdict(uint32_t id, uint32_t what) {
    struct nfqnl_msg_verdict_hdr header = {.verdict = htonl(what), .id = htonl(id)};
    tell(NFQNL_MSG_VERDICT, 0, NFQA_VERDICT_HDR, &header, sizeof header);
}

static void configure(int attribute, const void *value, int bytes) {
    char buffer[512] __attribute__((aligned(8)));
    tell(NFQNL_MSG_CONFIG, NLM_F_ACK, attribute, value, bytes);
    int length = recv(netlink_socket, buffer, sizeof buffer, 0);
    struct nlmsghdr *header = (struct nlmsghdr *)buffer;
    if (length < 0) fail("no answer from the queue");
    if (header->nlmsg_type == NLMSG_ERROR) {
        int error = ((struct nlmsgerr *)NLMSG_DATA(header))->error;
        if (error != 0) {
            errno = -error;
            fail("the queue cannot be had (CAP_NET_ADMIN? another program?)");
        }
    }
}

static void open_queue(void) {
    int bytes = 8 << 20;
    uint32_t length = htonl(MAX_WAITING);
    struct nfqnl_msg_config_cmd bind_queue = {.command = NFQNL_CFG_CMD_BIND};
    /* The length of a packet is told only with a piece of it. */
    struct nfqnl_msg_config_params params = {.copy_range = htonl(20), .copy_mode = NFQNL_COPY_PACKET};
    struct sockaddr_nl address = {.nl_family = AF_NETLINK};
    netlink_socket = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_NETFILTER);
    if (netlink_socket < 0 || bind(netlink_socket, (struct sockaddr *)&address, sizeof address) < 0) fail("no netlink");
    setsockopt(netlink_socket, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes);
    configure(NFQA_CFG_CMD, &bind_queue, sizeof bind_queue);
    configure(NFQA_CFG_PARAMS, &params, sizeof params);
    configure(NFQA_CFG_QUEUE_MAXLEN, &length, sizeof length);
}

static int is_lost(void) {
    if (good_to_bad > 0) {
        bad_state = bad_state ? next_random() >= bad_to_good : next_random() < good_to_bad;
        if (next_random() < (bad_state ? bad_loss : good_loss)) return 1;
    }
    return next_random() < loss;
}

static void on_packet(uint32_t id, uint32_t bytes, int64_t now) {
    static int64_t link_free;
    arrivals++;
    if (is_lost() || waiting_count >= limit) {
        dropped++;
        verdict(id, NF_DROP);
        return;
    }
    int64_t due = now;
    if (rate_bits > 0) {
        link_free = (link_free > now ? link_free : now) + (int64_t)bytes * 8 * NANOS / rate_bits;
        due = link_free;
    }
    if (!(reorder > 0 && next_random() < reorder)) {
        due += delay_nanos + (int64_t)((2 * next_random() - 1) * jitter_nanos);
    }
    if (due <= now) {
        verdict(id, NF_ACCEPT);
    } else {
        push((struct waiting){.due = due, .order = arrivals, .id = id});
    }
}

static void on_message(const struct nlmsghdr *header, int64_t now) {
    if (header->nlmsg_type != ((NFNL_SUBSYS_QUEUE << 8) | NFQNL_MSG_PACKET)) return;
    const struct nlattr *attr = (struct nlattr *)((char *)NLMSG_DATA(header) + NLMSG_ALIGN(sizeof(struct nfgenmsg)));
    int left = header->nlmsg_len - NLMSG_LENGTH(sizeof(struct nfgenmsg));
    const struct nfqnl_msg_packet_hdr *packet = NULL;
    uint32_t bytes = 0;
    while (left >= (int)sizeof *attr && attr->nla_len >= sizeof *attr && attr->nla_len <= left) {
        int type = attr->nla_type & NLA_TYPE_MASK;
        const void *value = (const char *)attr + NLA_HDRLEN;
        if (type == NFQA_PACKET_HDR) packet = value;
        if (type == NFQA_CAP_LEN) bytes = ntohl(*(const uint32_t *)value);
        left -= NLA_ALIGN(attr->nla_len);
        attr = (const struct nlattr *)((const char *)attr + NLA_ALIGN(attr->nla_len));
    }
    if (packet != NULL) on_packet(ntohl(packet->packet_id), bytes, now);
}

static void receive(void) {
    static char buffer[1 << 16] __attribute__((aligned(8)));
    int length = recv(netlink_socket, buffer, sizeof buffer, MSG_DONTWAIT);
    if (length < 0) {
        /* ENOBUFS: the kernel had no room for a packet's notice, and has dropped the packet. */
        if (errno == ENOBUFS) dropped++;
        else if (errno != EAGAIN && errno != EINTR) fail("cannot read from the queue");
        return;
    }
    int64_t now = now_nanos();
    for (struct nlmsghdr *header = (struct nlmsghdr *)buffer; NLMSG_OK(header, (unsigned)length);
         header = NLMSG_NEXT(header, length)) {
        on_message(header, now);
    }
}

/* In place after the line "ready": what is read last holds even if this program is killed, and the file does not grow. Where it cannot
 * be written the link goes on. */
static void write_counts(off_t at) {
    char text[80];
    int length = snprintf(text, sizeof text, "packets %llu, dropped %llu\n", (unsigned long long)arrivals, (unsigned long long)dropped);
    ssize_t written = at >= 0 ? pwrite(STDOUT_FILENO, text, length, at) : write(STDOUT_FILENO, text, length);
    (void)written;
}

static void run(off_t counts) {
    int64_t next_count = now_nanos() + NANOS;
    struct pollfd descriptor = {.fd = netlink_socket, .events = POLLIN};
    while (!ended) {
        int64_t wait = waiting_count > 0 ? heap[0].due - now_nanos() : NANOS;
        if (wait < 0) wait = 0;
        struct timespec timeout = {.tv_sec = wait / NANOS, .tv_nsec = wait % NANOS};
        if (ppoll(&descriptor, 1, &timeout, NULL) > 0) receive();
        int64_t now = now_nanos();
        while (waiting_count > 0 && heap[0].due <= now) verdict(pop().id, NF_ACCEPT);
        if (counts >= 0 && now >= next_count) {
            write_counts(counts);
            next_count = now + NANOS;
        }
    }
    while (waiting_count > 0) verdict(pop().id, NF_ACCEPT);
}

static double number(const char *text, const char *name, double lowest, double highest) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= lowest && value <= highest)) {
        fprintf(stderr, "nfqueue-link: %s must be %g to %g, was %s\n", name, lowest, highest, text);
        exit(2);
    }
    return value;
}

static void parse(char *argument) {
    char *value = strchr(argument, '=');
    if (value == NULL) {
        fprintf(stderr, "nfqueue-link: %s is not NAME=VALUE\n", argument);
        exit(2);
    }
    *value++ = '\0';
    if (strcmp(argument, "loss") == 0) loss = number(value, "loss", 0, 100) / 100;
    else if (strcmp(argument, "delay") == 0) delay_nanos = number(value, "delay", 0, 60000) * 1e6;
    else if (strcmp(argument, "jitter") == 0) jitter_nanos = number(value, "jitter", 0, 60000) * 1e6;
    else if (strcmp(argument, "rate") == 0) rate_bits = number(value, "rate", 0, 1e12);
    else if (strcmp(argument, "reorder") == 0) reorder = number(value, "reorder", 0, 100) / 100;
    else if (strcmp(argument, "limit") == 0) limit = number(value, "limit", 1, MAX_WAITING - 1);
    else if (strcmp(argument, "seed") == 0) random_state = number(value, "seed", 0, 9e15);
    else if (strcmp(argument, "burst") == 0) {
        double *fields[] = {&good_to_bad, &bad_to_good, &good_loss, &bad_loss};
        char *part = strtok(value, ",");
        for (int i = 0; i < 4; i++, part = strtok(NULL, ",")) {
            *fields[i] = number(part == NULL ? "" : part, "each of burst's four", 0, 100) / 100;
        }
    } else {
        fprintf(stderr, "nfqueue-link: unknown setting %s\n", argument);
        exit(2);
    }
}

static void on_signal(int signal_number) {
    (void)signal_number;
    ended = 1;
}

int main(int count, char **arguments) {
    struct sigaction action = {.sa_handler = on_signal};
    if (count < 2) {
        fprintf(stderr, "usage: nfqueue-link QUEUE [NAME=VALUE...], see the source\n");
        return 2;
    }
    queue_number = number(arguments[1], "queue", 0, 65535);
    /* Nodes without a seed of their own must not all lose the same packets. */
    if (getrandom(&random_state, sizeof random_state, 0) < 0) random_state = now_nanos();
    for (int i = 2; i < count; i++) parse(arguments[i]);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    open_queue();
    /* On a busy machine packets are to wait for the link, not for a processor. Where that is not allowed, they do. */
    setpriority(PRIO_PROCESS, 0, -20);
    printf("ready\n");
    fflush(stdout);
    /* Not a file: there is no place to go back to. */
    off_t counts = lseek(STDOUT_FILENO, 0, SEEK_CUR);
    run(counts);
    write_counts(counts);
    return 0;
}
