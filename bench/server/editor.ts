import type { OpenBrowser } from '../../e2e/browser/browser';
import type { SavedWorkflow } from '../../e2e/n8n/owner';

/** Longest wait for a large execution, ms. */
const TIMEOUT_MS = 300_000;

/**
 * Opens a finished execution in the editor.
 * @param browser in which a page of the editor was open before, so that its code is in the cache
 * @returns time until the workflow is shown with the result of its nodes, ms
 */
export async function timeUntilShown(
  { page }: OpenBrowser,
  { id }: SavedWorkflow,
  executionId: string,
): Promise<number> {
  const begun = performance.now();
  await page.goto(`/workflow/${id}/executions/${executionId}`);
  // The editor shows the result of all nodes at the same time; the first one cannot fail.
  const succeeded = page.getByTestId('canvas-node-status-success').first();
  await succeeded.waitFor({ timeout: TIMEOUT_MS });
  return performance.now() - begun;
}
