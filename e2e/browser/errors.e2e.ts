import { useN8nServer } from '../n8n/useN8nServer';
import { issuePassWorkflow } from './issuePassWorkflow';
import { keepPicture, pictureAround, takesPictures } from './pictures';
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
      message: "'Email' is not an email address: 'ana.example.com'",
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
      message: 'This API key lacks the scope passes.create',
      description:
        'Ask the account owner for a key that has all scopes that this node needs: passes.create, passes.viewAll and templates.viewAll (preset Manage passes, or a custom key), and enter it in the credential.',
    });

    if (takesPictures()) {
      const { page } = browser;
      // Close the toast that covers a corner instead of waiting for it to disappear.
      await page.locator('.el-notification__closeBtn').click();
      await page.locator('.el-notification').waitFor({ state: 'hidden' });
      await page.setViewportSize({ width: 1280, height: 470 });
      const input = await page.getByTestId('ndv-input-panel').boundingBox();
      await keepPicture(
        'n8n-error',
        // Without the edges of the dialog, behind which the page is dark.
        await pictureAround(page, [page.getByTestId('ndv')], {
          left: -(input?.width ?? 0) - 2,
          right: -2,
          top: -2,
          bottom: -2,
        }),
      );
    }
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
    expect(message).toBe('The service rejected this API key');
    expect(description).toMatch(/mistyped, rotated or disabled/);
  });
});
