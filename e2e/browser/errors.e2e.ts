import { useN8nServer } from '../n8n/useN8nServer';
import { issuePassWorkflow } from './issuePassWorkflow';
import { useBrowser } from './useBrowser';

const n8n = useN8nServer();
const browser = useBrowser(n8n);

/** Clicks Execute Step in the panel of the node and reads the error in its output. */
async function executeStep(): Promise<{ message: string; description: string }> {
  const { page } = browser;
  await page.getByTestId('node-execute-button').click();
  const message = await page.getByTestId('node-error-message').innerText();
  return { message, description: await page.getByTestId('node-error-description').innerText() };
}

describe('An error in the editor', () => {
  it('names the wrong value and the expected format', async () => {
    const workflow = await n8n.owner.importWorkflow(
      issuePassWorkflow(n8n, { email: 'ana.example.com' }),
      { credentials: [n8n.credential] },
    );
    await browser.openNode(workflow, 'Issue Pass');

    expect(await executeStep()).toEqual({
      message: "'Email' is not an email address: 'ana.example.com' [item 0]",
      description: 'Enter a single email address, e.g. name@example.com.',
    });
    expect(n8n.sandbox.control.passes(n8n.sandbox.templates.generic)).toEqual([]);
  });

  it('names the missing scope and who can grant it', async () => {
    const key = await n8n.owner.createCredential(
      'walletPassApi',
      'Read only key',
      n8n.connection(n8n.sandbox.keys['Read only']),
    );
    const workflow = await n8n.owner.importWorkflow(
      issuePassWorkflow(n8n, { email: 'ana@example.com' }),
      { credentials: [key] },
    );
    await browser.openNode(workflow, 'Issue Pass');

    expect(await executeStep()).toEqual({
      message: 'This API key lacks the scope passes.create [item 0]',
      description:
        'Ask the account owner for a key that also has this scope (preset Manage passes, or a custom key), and enter it in the credential.',
    });
  });

  it('reports a wrong key', async () => {
    const key = await n8n.owner.createCredential(
      'walletPassApi',
      'Mistyped key',
      n8n.connection('svc_sk_4f9c1e7a2b6d'),
    );
    const workflow = await n8n.owner.importWorkflow(
      issuePassWorkflow(n8n, { email: 'ana@example.com' }),
      { credentials: [key] },
    );
    await browser.openNode(workflow, 'Issue Pass');

    const { message, description } = await executeStep();
    expect(message).toBe('The service rejected this API key [item 0]');
    expect(description).toMatch(/may have a typo, or have been replaced or turned off/);
  });
});
