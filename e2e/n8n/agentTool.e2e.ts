import type { NodeJson, WorkflowJson } from '../../test/engines/n8nEngine';
import { type ChatModel, startChatModel } from './chatModel';
import type { CredentialReference } from './owner';
import { NODE_TYPE, PACKAGE, useN8nServer } from './useN8nServer';
import { byId, START } from './workflows';

const TOOL_TYPE = `${NODE_TYPE}Tool`;
const n8n = useN8nServer();
let model: ChatModel;
let openAi: CredentialReference;

beforeAll(async () => {
  model = await startChatModel({ Email: 'ada@example.com', Member_number: 'M-7' });
  openAi = await n8n.owner.createCredential('openAiApi', 'Model', {
    apiKey: 'none',
    url: model.baseUrl,
  });
});
afterAll(() => model.close());

/** An agent with the node as its tool; the model provides the `$fromAI` values. */
function agentWith(tool: NodeJson): WorkflowJson {
  return {
    name: 'Agent',
    nodes: [
      START,
      {
        name: 'Agent',
        type: '@n8n/n8n-nodes-langchain.agent',
        typeVersion: 2.2,
        parameters: {
          promptType: 'define',
          text: 'Ada wants a card.',
          options: { enableStreaming: false },
        },
      },
      {
        name: 'Model',
        type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
        typeVersion: 1.2,
        parameters: { model: byId('stand-in'), options: { baseURL: model.baseUrl } },
        credentials: { openAiApi: { name: 'Model' } },
      },
      tool,
    ],
    connections: {
      Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
      Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
      [tool.name]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
    },
  };
}

describe('the node as a tool of an AI agent', () => {
  it('has the same resources and a description for the model', async () => {
    const types = await n8n.owner.nodeTypes(PACKAGE);
    const [node, tool] = [NODE_TYPE, TOOL_TYPE].map((name) =>
      types.find((one) => one.name === name),
    );
    const resources = (type: typeof node) =>
      type?.properties.find(({ name }) => name === 'resource')?.options;

    expect(tool?.outputs).toEqual(['ai_tool']);
    expect(resources(tool)).toEqual(resources(node));
    expect(tool?.properties.map(({ name }) => name)).toContain('toolDescription');
  });

  it('is called by its name and issues the pass', async () => {
    const execution = await n8n.owner.importAndRun(
      agentWith({
        name: 'Issue a Member Card',
        type: TOOL_TYPE,
        credentials: { walletPassApi: { name: 'Wallet Pass API' } },
        parameters: {
          descriptionType: 'auto',
          resource: 'pass',
          operation: 'create',
          templateId: byId(n8n.sandbox.templates.loyalty),
          externalId: "={{ $fromAI('Member_number', 'Number of the member', 'string') }}",
          email: "={{ $fromAI('Email', 'Email address for the card', 'string') }}",
          sendToEmail: 'send',
        },
      }),
      { credentials: [n8n.credential, openAi] },
    );

    expect(execution.error()).toBeUndefined();
    expect(model.offered).toMatchObject([
      {
        name: 'Issue_a_Member_Card',
        description: expect.stringContaining('pass'),
        parameters: {
          properties: {
            Member_number: { type: 'string', description: 'Number of the member' },
            Email: { type: 'string', description: 'Email address for the card' },
          },
        },
      },
    ]);
    expect(n8n.sandbox.control.passes(n8n.sandbox.templates.loyalty)).toMatchObject([
      { externalId: 'M-7', email: 'ada@example.com' },
    ]);
    expect(n8n.sandbox.control.outbox().map(({ to }) => to)).toEqual(['ada@example.com']);
    expect(model.answers[0]).toContain('"outcome":"created"');
  });
});
