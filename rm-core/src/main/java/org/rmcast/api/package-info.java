/**
 * What applications use: channels, sessions, messages, events and figures. Everything else is for authors of protocols or
 * internal.
 *
 * <p>Every application meets {@link org.rmcast.api.Channel}, {@link org.rmcast.api.SessionFactory} or
 * {@link org.rmcast.api.ReliableMulticastSession} with its {@link org.rmcast.api.SessionBuilder}, {@link org.rmcast.api.MulticastSender},
 * {@link org.rmcast.api.MulticastReceiver} or {@link org.rmcast.api.MulticastPeer}, {@link org.rmcast.api.ReceivedMessage} and
 * {@link org.rmcast.api.FlushResult}. The other types are there for those who want more:
 *
 * <ul>
 *   <li>To see what happens: {@link org.rmcast.api.SessionEvent}, {@link org.rmcast.api.EventListener},
 *       {@link org.rmcast.api.SendState}, {@link org.rmcast.api.Member}, {@link org.rmcast.api.SessionStatistics} and its meters.
 *   <li>To decide more: {@link org.rmcast.api.Parameters}, {@link org.rmcast.api.Confirmation},
 *       {@link org.rmcast.api.PruningPolicy}, {@link org.rmcast.api.StorageOptions}, {@link org.rmcast.api.MessageHeaders},
 *       {@link org.rmcast.api.StateProvider} and {@link org.rmcast.api.StateConsumer}.
 *   <li>For many sessions: {@link org.rmcast.api.MulticastRuntime}. For tests: {@link org.rmcast.api.MemoryNetwork},
 *       {@link org.rmcast.api.TestConditions}.
 * </ul>
 */
@NullMarked
package org.rmcast.api;

import org.jspecify.annotations.NullMarked;
