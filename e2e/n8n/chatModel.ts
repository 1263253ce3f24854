/** A fake chat model with OpenAI's API that follows a script of tool calls, then finishes. */
import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** A tool, as the model receives it. */
interface OfferedTool {
  name: string;
  description: string;
  parameters: { properties: Record<string, { type: string; description?: string }> };
}

interface Message {
  role: string;
  content: string;
}

interface ToolCall {
  /** Name of the tool, as offered. */
  tool: string;
  /** May depend on the results so far. */
  arguments: object | ((results: readonly string[]) => object);
}

export interface ChatModel {
  /** Value for the Base URL of the model's credential. */
  baseUrl: string;
  /** Tool calls of the next conversation, in order. */
  script: ToolCall[];
  /** Tools in the last request. */
  readonly offered: OfferedTool[];
  /** Results of the tool calls of the last conversation, as the model receives them. */
  readonly results: string[];
  close(): Promise<void>;
}

export async function startChatModel(): Promise<ChatModel> {
  const model = { script: [] as ToolCall[], offered: [] as OfferedTool[], results: [] as string[] };
  const app = new Hono();
  app.post('/v1/chat/completions', async ({ req, json }) => {
    const body = await req.json<{ messages: Message[]; tools?: { function: OfferedTool }[] }>();
    model.offered = (body.tools ?? []).map((tool) => tool.function);
    model.results = body.messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
    const next = model.script[model.results.length];
    return json({
      id: 'chat_1',
      object: 'chat.completion',
      created: 1,
      model: 'stand-in',
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      choices: [next ? callChoice(next, model.results) : FINISHED],
    });
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => {
      resolve(started);
    });
  });
  return Object.assign(model, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: async (): Promise<void> => {
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const FINISHED = {
  index: 0,
  finish_reason: 'stop',
  message: { role: 'assistant', content: 'Done.' },
};

function callChoice({ tool, arguments: values }: ToolCall, results: readonly string[]) {
  const call = {
    id: `call_${results.length + 1}`,
    type: 'function',
    function: {
      name: tool,
      arguments: JSON.stringify(typeof values === 'function' ? values(results) : values),
    },
  };
  return {
    index: 0,
    finish_reason: 'tool_calls',
    message: { role: 'assistant', content: null, tool_calls: [call] },
  };
}
