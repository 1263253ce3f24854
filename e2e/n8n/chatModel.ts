/** A fake chat model with OpenAI's API. It calls its only tool, then finishes. */
import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** A tool, as the model receives it. */
export interface OfferedTool {
  name: string;
  description: string;
  parameters: { properties: Record<string, { type: string; description?: string }> };
}

interface Message {
  role: string;
  content: string;
}

export interface ChatModel {
  /** Value for the Base URL of the model's credential. */
  baseUrl: string;
  /** Tools in the last request. */
  offered: OfferedTool[];
  /** Results of the tool, as the model receives them. */
  answers: string[];
  close(): Promise<void>;
}

/** @param argumentsOfCall arguments of the model's tool call */
export async function startChatModel(argumentsOfCall: object): Promise<ChatModel> {
  const offered: OfferedTool[] = [];
  const answers: string[] = [];
  const app = new Hono();
  app.post('/v1/chat/completions', async ({ req, json }) => {
    const body = await req.json<{ messages: Message[]; tools?: { function: OfferedTool }[] }>();
    const tools = (body.tools ?? []).map((tool) => tool.function);
    offered.splice(0, offered.length, ...tools);
    const answer = body.messages.find(({ role }) => role === 'tool');
    if (answer) answers.push(answer.content);
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: tools[0]?.name, arguments: JSON.stringify(argumentsOfCall) },
    };
    return json({
      id: 'chat_1',
      object: 'chat.completion',
      created: 1,
      model: 'stand-in',
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      choices: [
        answer
          ? { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }
          : {
              index: 0,
              finish_reason: 'tool_calls',
              message: { role: 'assistant', content: null, tool_calls: [call] },
            },
      ],
    });
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => {
      resolve(started);
    });
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    offered,
    answers,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
