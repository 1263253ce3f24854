import type { NodeJson, WorkflowJson } from '../../test/engines/n8nEngine';
import { type ChatModel, startChatModel } from './chatModel';
import { McpClient } from './mcpClient';
import type { CredentialReference } from './owner';
import { NODE_TYPE, PACKAGE, useN8nServer } from './useN8nServer';
import { byId, START } from './workflows';

const TOOL_TYPE = `${NODE_TYPE}Tool`;
const n8n = useN8nServer();
let model: ChatModel;
let openAi: CredentialReference;

beforeAll(async () => {
  model = await startChatModel();
  openAi = await n8n.owner.createCredential('openAiApi', 'Model', {
    apiKey: 'none',
    url: model.baseUrl,
  });
});
afterAll(() => model.close());

/** An agent with the node as each of its tools; the model provides the `$fromAI` values. */
function agentWith(...tools: NodeJson[]): WorkflowJson {
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
      ...tools,
    ],
    connections: {
      Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
      Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
      ...Object.fromEntries(
        tools.map(({ name }) => [
          name,
          { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
        ]),
      ),
    },
  };
}

/** The node as a tool with this operation. */
function tool(
  name: string,
  resource: string,
  operation: string,
  parameters: object,
  settings: Partial<NodeJson> = {},
): NodeJson {
  return {
    name,
    type: TOOL_TYPE,
    credentials: { walletPassApi: { name: 'Wallet Pass API' } },
    parameters: { descriptionType: 'auto', resource, operation, ...parameters },
    ...settings,
  };
}

const fromAi = (key: string, description: string) =>
  `={{ $fromAI('${key}', '${description}', 'string') }}`;
const MEMBER_NUMBER = fromAi('Member_number', 'Number of the member');
const EMAIL = fromAi('Email', 'Email address for the card');

const issueTool = (settings?: Partial<NodeJson>) =>
  tool(
    'Issue Card',
    'pass',
    'create',
    {
      templateId: byId(n8n.sandbox.templates.stampCard),
      externalId: MEMBER_NUMBER,
      email: EMAIL,
      sendToEmail: 'send',
    },
    settings,
  );

const runAgent = (...tools: NodeJson[]) =>
  n8n.owner.importAndRun(agentWith(...tools), { credentials: [n8n.credential, openAi] });

beforeEach(() => {
  n8n.sandbox.control.reset();
});

describe('the node as a tool of an AI agent', () => {
  it('has the same resources and a description for the model', async () => {
    const types = await n8n.owner.nodeTypes(PACKAGE);
    const [node, toolType] = [NODE_TYPE, TOOL_TYPE].map((name) =>
      types.find((one) => one.name === name),
    );
    const resources = (type: typeof node) =>
      type?.properties.find(({ name }) => name === 'resource')?.options;

    expect(toolType?.outputs).toEqual(['ai_tool']);
    expect(resources(toolType)).toEqual(resources(node));
    expect(toolType?.properties.map(({ name }) => name)).toContain('toolDescription');
  });

  it('asks the model only for the values that are left to it', async () => {
    model.script = [];
    await runAgent(issueTool());
    expect(model.offered).toMatchObject([
      {
        name: 'Issue_Card',
        description: expect.stringContaining('pass'),
        parameters: {
          properties: {
            Member_number: { type: 'string', description: 'Number of the member' },
            Email: { type: 'string', description: 'Email address for the card' },
          },
          required: ['Member_number', 'Email'],
        },
      },
    ]);
    expect(Object.keys(model.offered[0]?.parameters.properties ?? {})).toHaveLength(2);
    expect(JSON.stringify(model.offered[0]).length).toBeLessThan(1000);
  });

  it('serves a whole conversation: issue, find, add stamps, void', async () => {
    const template = { templateId: byId(n8n.sandbox.templates.stampCard) };
    const byExternalId = { identifyBy: 'externalId', ...template, externalId: MEMBER_NUMBER };
    const member = { Member_number: 'M-7' };
    const idOf = (result = '') => /"id":"([^"]+)"/.exec(result)?.[1];
    model.script = [
      { tool: 'Issue_Card', arguments: { ...member, Email: 'ada@example.com' } },
      { tool: 'Find_Cards', arguments: { Email: 'ada@example.com' } },
      {
        tool: 'Add_Stamps',
        arguments: (results: readonly string[]) => ({ Pass_ID: idOf(results[1]), Count: 3 }),
      },
      { tool: 'Void_Card', arguments: member },
    ];
    const execution = await runAgent(
      issueTool(),
      tool('Find Cards', 'pass', 'search', { ...template, searchQuery: EMAIL }),
      tool('Add Stamps', 'stampCard', 'add', {
        identifyBy: 'passId',
        passId: { __rl: true, mode: 'id', value: fromAi('Pass_ID', 'ID of the card') },
        count: "={{ $fromAI('Count', 'Number of stamps', 'number') }}",
      }),
      tool('Void Card', 'pass', 'void', byExternalId),
    );

    expect(execution.error()).toBeUndefined();
    expect(model.results).toHaveLength(4);
    expect(model.results[0]).toContain('"outcome":"created"');
    expect(model.results[2]).toContain('"collectedStamps":3');
    expect(n8n.sandbox.control.passes(n8n.sandbox.templates.stampCard)).toMatchObject([
      { externalId: 'M-7', email: 'ada@example.com', collectedStamps: 3, isValid: false },
    ]);
    expect(n8n.sandbox.control.outbox().map(({ to }) => to)).toEqual(['ada@example.com']);
  });

  it.each(['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow'])(
    'gives the model a refusal that it can read and correct (%s)',
    async (onError) => {
      model.script = [
        { tool: 'Issue_Card', arguments: { Member_number: 'M-7', Email: 'ada' } },
        { tool: 'Issue_Card', arguments: { Member_number: 'M-7', Email: 'ada@example.com' } },
      ];
      await runAgent(issueTool({ onError }));
      expect(model.results[0]).toContain("'Email' is not an email address: 'ada'");
      expect(model.results[1]).toContain('"outcome":"created"');
    },
  );
});

describe('the node as a tool of an MCP client', () => {
  const TOKEN = 'long-random-token';
  let url: string;

  beforeAll(async () => {
    const bearer = await n8n.owner.createCredential('httpBearerAuth', 'Token', { token: TOKEN });
    const template = { templateId: byId(n8n.sandbox.templates.stampCard) };
    const tools = [
      tool('Find Cards', 'pass', 'search', { ...template, searchQuery: EMAIL }),
      tool('Preview Card', 'pass', 'create', {
        ...template,
        externalId: MEMBER_NUMBER,
        email: EMAIL,
        previewOnly: true,
      }),
    ];
    const saved = await n8n.owner.importWorkflow(
      {
        name: 'MCP',
        nodes: [
          {
            name: 'MCP',
            type: '@n8n/n8n-nodes-langchain.mcpTrigger',
            typeVersion: 2,
            parameters: { authentication: 'bearerAuth', path: 'cards' },
            credentials: { httpBearerAuth: { id: null, name: 'Token' } },
            ...{ webhookId: 'b6f5d1c2-7a38-4a0e-9a4e-000000000002' },
          },
          ...tools,
        ],
        connections: Object.fromEntries(
          tools.map(({ name }) => [
            name,
            { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] },
          ]),
        ),
      },
      { credentials: [n8n.credential, bearer] },
    );
    await n8n.owner.publish(saved);
    url = `${n8n.server.url}/mcp/cards`;
  });

  it('is closed without the token', async () => {
    await expect(McpClient.open(url, 'guessed')).rejects.toThrow(/40[13]/);
    expect(n8n.sandbox.control.requests()).toEqual([]);
  });

  it('offers the tools and nothing else, and a preview issues nothing', async () => {
    const client = await McpClient.open(url, TOKEN);
    expect((await client.tools()).sort()).toEqual(['Find_Cards', 'Preview_Card']);
    const ada = { Email: 'ada@example.com' };
    const preview = await client.text('Preview_Card', { Member_number: 'M-7', ...ada });
    expect(preview).toContain('"wouldBe":"created"');
    expect(await client.text('Find_Cards', ada)).not.toContain('M-7');
    expect(n8n.sandbox.control.passes(n8n.sandbox.templates.stampCard)).toEqual([]);
  });
});
