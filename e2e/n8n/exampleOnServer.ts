/** An example workflow on a real server, started as in production: by form, webhook, schedule or poll. */
import path from 'node:path';

import { readWorkflow, scopesOfWorkflow } from '../../scripts/docs/exampleScopes';
import type { NodeJson, WorkflowJson } from '../../test/engines/n8nEngine';
import { changePass, issue } from '../../test/examples/serverState';
import { eventually, ROOT } from '../support/tools';
import type { Happening, Start } from './exampleCases/happening';
import type { Execution } from './execution';
import type { SavedWorkflow } from './owner';
import type { Platform } from './useN8nServer';
import { EVERY_TEN_SECONDS } from './workflows';

/** The final response to whoever started a workflow: the webhook response or the last page of the form. */
interface Answer {
  status: number;
  text: string;
}

/** The result of one event: the execution it started and the response. */
export class Outcome {
  constructor(
    private readonly workflow: SavedWorkflow,
    readonly execution: Execution,
    private readonly answer: Answer | undefined,
  ) {}

  /**
   * The output of a node, in the form of `exampleCases/`. For a node that responds or shows a
   * page, the response that was received.
   */
  output(name: string): object[] {
    if (!(name in this.execution.data.resultData.runData)) return [];
    const node = this.workflow.nodes.find((one) => one.name === name) as NodeJson;
    const { status, text } = this.answer ?? { status: 0, text: '' };
    switch (node.type) {
      case 'n8n-nodes-base.respondToWebhook':
        return [{ responseBody: JSON.parse(text), options: { responseCode: status } }];
      case 'n8n-nodes-base.form':
        return [{ completionTitle: /<h1[^>]*>([^<]*)/.exec(text)?.[1]?.trim() }];
      default:
        return this.execution.items(name).map(({ json }) => json);
    }
  }
}

/** Nodes of other apps; their output is pinned. */
export const APPS = ['shopifyTrigger', 'hubspot', 'httpRequest'].map(
  (name) => `n8n-nodes-base.${name}`,
);

function needsAccount({ nodes }: Pick<SavedWorkflow, 'nodes'>): boolean {
  return nodes.some(({ type }) => APPS.includes(type));
}

export class ExampleOnServer {
  private readonly seen = new Set<string>();

  private constructor(
    private readonly platform: Platform,
    readonly workflow: SavedWorkflow,
  ) {}

  /**
   * Imports the unchanged file, with a key that has only the required scopes, and publishes it, unless that needs an
   * account of another app.
   */
  static async publish(platform: Platform, name: string): Promise<ExampleOnServer> {
    const { owner, sandbox } = platform;
    const json = readWorkflow(name) as unknown as WorkflowJson;
    const key = sandbox.control.addKey(scopesOfWorkflow(readWorkflow(name)));
    const credential = await owner.createCredential(
      'walletPassApi',
      name,
      platform.connection(key),
    );
    const polling = json.nodes.filter(({ parameters }) => parameters && 'pollTimes' in parameters);
    const workflow = await owner.importWorkflow(path.join(ROOT, `examples/n8n/${name}.json`), {
      credentials: [credential],
      parameters: Object.fromEntries(
        polling.map((node) => [node.name, { pollTimes: EVERY_TEN_SECONDS }]),
      ),
    });
    if (!needsAccount(workflow)) await owner.publish(workflow);
    return new ExampleOnServer(platform, workflow);
  }

  async unpublish(): Promise<void> {
    if (!needsAccount(this.workflow)) await this.platform.owner.unpublish(this.workflow);
  }

  /**
   * Triggers the event once.
   * @param again whether it happened before; a poll then finds nothing new
   * @returns undefined if no execution was started
   */
  async happens({ start }: Happening, again = false): Promise<Outcome | undefined> {
    const { owner, sandbox } = this.platform;
    if (start.by === 'schedule' || start.by === 'sample') {
      const execution = await owner.run(this.workflow, { trigger: start.node });
      this.seen.add(execution.id);
      return new Outcome(this.workflow, execution, undefined);
    }
    if (start.by === 'poll') {
      await this.polls();
      if (again) return await this.startedByTrigger();
      for (const pass of start.issued ?? []) await issue(sandbox, pass);
      for (const change of start.changed ?? []) await changePass(sandbox, change);
      return new Outcome(this.workflow, await this.nextExecution(), undefined);
    }
    const answer = start.by === 'form' ? await this.fillIn(start) : await this.post(start);
    return new Outcome(this.workflow, await this.nextExecution(), answer);
  }

  private async nextExecution(): Promise<Execution> {
    return await eventually(`"${this.workflow.name}" has run`, () => this.unseenExecution());
  }

  private async unseenExecution(): Promise<Execution | undefined> {
    const executions = await this.platform.owner.executions(this.workflow);
    const found = executions.find(({ id }) => !this.seen.has(id));
    if (found) this.seen.add(found.id);
    return found;
  }

  private async startedByTrigger(): Promise<Outcome | undefined> {
    const execution = await this.unseenExecution();
    return execution && new Outcome(this.workflow, execution, undefined);
  }

  /** Waits for two polls of every trigger: the first may have begun earlier. */
  private async polls(): Promise<void> {
    const { control } = this.platform.sandbox;
    const triggers = this.workflow.nodes.filter(({ parameters = {} }) => 'pollTimes' in parameters);
    const awaited = 2 * triggers.length;
    const asked = () =>
      control.requests().filter(({ method, path }) => method === 'GET' && path === '/passes')
        .length;
    const before = asked();
    await eventually('two polls', () => (asked() >= before + awaited ? true : undefined));
  }

  private async post({ node, body }: Extract<Start, { by: 'webhook' }>): Promise<Answer> {
    const { path: webhook } = this.node(node).parameters as { path: string };
    const response = await fetch(`${this.platform.server.url}/webhook/${webhook}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  private async fillIn({ node, answers }: Extract<Start, { by: 'form' }>): Promise<Answer> {
    const { formFields, options } = this.node(node).parameters as {
      formFields?: { values: { fieldLabel: string }[] };
      options: { path: string };
    };
    const form = new FormData();
    formFields?.values.forEach(({ fieldLabel }, index) => {
      const answer = answers[fieldLabel] ?? '';
      const field = `field-${index}`;
      if (typeof answer === 'string') form.set(field, answer);
      else form.set(field, new Blob([answer.text], { type: 'text/csv' }), answer.name);
    });
    const url = `${this.platform.server.url}/form/${options.path}`;
    const sent = await fetch(url, { method: 'POST', body: form });
    const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl?: string };
    // Without pages of its own, the form ends here.
    if (formWaitingUrl === undefined) return { status: sent.status, text: '' };
    // Like the page of the form: n8n never responds to a request for a next page that is not ready.
    const status = new URL(formWaitingUrl);
    status.pathname += '/n8n-execution-status';
    await eventually('the last page is ready', async () => {
      const said = await (await fetch(status)).text();
      return said === 'form-waiting' ? true : undefined;
    });
    const page = await fetch(formWaitingUrl);
    const text = await page.text();
    // The last page sends this when it is displayed; the workflow waits for it.
    await fetch(formWaitingUrl, { method: 'POST' });
    return { status: page.status, text };
  }

  private node(name: string): NodeJson {
    const found = this.workflow.nodes.find((node) => node.name === name);
    if (!found) throw new Error(`"${this.workflow.name}" has no node "${name}"`);
    return found;
  }
}
