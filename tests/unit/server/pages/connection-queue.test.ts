import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { runInConnectionQueue } from '#server/pages/request-listener.ts';

function connect() {
  const socket = {
    destroyed: false,
    destroy() {
      socket.destroyed = true;
    },
  };
  const begun: EventEmitter[] = [];
  const pipeline = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const response = new EventEmitter();
      runInConnectionQueue(
        { socket } as unknown as IncomingMessage,
        response as unknown as ServerResponse,
        () => begun.push(response),
      );
    }
  };
  return { socket, begun, pipeline };
}

it('begins four pipelined requests of a connection, and one more with each answer [T1]', () => {
  const { begun, pipeline } = connect();
  pipeline(60);
  expect(begun).toHaveLength(4);
  for (let answered = 0; answered < 60; answered += 1) begun[answered]?.emit('close');
  expect(begun).toHaveLength(60);
  pipeline(5);
  expect(begun).toHaveLength(64);
});

it('holds up no other connection [T1]', () => {
  connect().pipeline(60);
  const other = connect();
  other.pipeline(1);
  expect(other.begun).toHaveLength(1);
});

it('closes a connection that pipelines without end, and begins nothing more of one that is closed [T1]', () => {
  const { socket, begun, pipeline } = connect();
  pipeline(104);
  expect(socket.destroyed).toBe(false);
  pipeline(1);
  expect(socket.destroyed).toBe(true);
  begun[0]?.emit('close');
  expect(begun).toHaveLength(4);
});
