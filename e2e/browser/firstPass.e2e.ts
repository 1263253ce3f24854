import type { Locator } from 'playwright-core';

import { useN8nServer } from '../n8n/useN8nServer';
import { useBrowser } from './useBrowser';

const n8n = useN8nServer();
const browser = useBrowser(n8n);

const MAX_CLICKS = 10;
const MAX_TYPED_VALUES = 3;

it('leads from an empty workflow to a preview and a first pass in a few clicks, with the credential ready', async () => {
  const { page } = browser;
  let clicks = 0;
  const click = async (element: Locator) => {
    await element.click();
    clicks += 1;
  };
  let typedValues = 0;
  const enter = async (name: string, text: string) => {
    const input = page.getByTestId('ndv').getByTestId(`parameter-input-${name}`);
    await input.getByRole('textbox').first().fill(text);
    typedValues += 1;
  };

  await page.goto('/workflow/new');
  await click(page.getByTestId('canvas-add-button'));
  // An alias of the node: people search for what they want to issue.
  await page.getByTestId('node-creator-search-bar').fill('membership card');
  await click(page.getByText('Wallet Pass', { exact: true }).first());
  await click(page.getByText(/^Actions \(/));
  await click(page.getByText('Issue pass', { exact: true }));

  // As in the README.
  await click(page.getByTestId('resource-locator-templateId').getByTestId('rlc-input'));
  await click(page.getByTestId('rlc-item').filter({ hasText: 'Harbor Library Card' }));
  await enter('externalId', 'TEST-1');
  await enter('email', 'ana@example.com');
  await enter('memberName', 'Ana Souza');
  const preview = page.getByTestId('parameter-input-previewOnly').locator('.el-switch');
  await click(preview);
  const execute = page.getByTestId('ndv').getByTestId('node-execute-button');
  const output = page.getByTestId('output-panel');
  await click(execute);
  await output.getByText('wouldBe').first().waitFor();
  expect(n8n.sandbox.control.passes(n8n.sandbox.templates.generic)).toEqual([]);
  await click(preview);
  await click(execute);
  await output.getByText('outcome').first().waitFor();

  const [pass] = n8n.sandbox.control.passes(n8n.sandbox.templates.generic);
  expect(pass).toMatchObject({ externalId: 'TEST-1', email: 'ana@example.com' });
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(typedValues).toBeLessThanOrEqual(MAX_TYPED_VALUES);
});
