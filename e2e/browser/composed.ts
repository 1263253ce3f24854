/** Combines several pictures into one, each with a numbered title. */
import type { Page } from 'playwright-core';

const STYLES = `
  body { margin: 0; }
  main { display: grid; gap: 24px; width: min-content; box-sizing: border-box; padding: 20px 24px 24px;
    background: #f6f7f9; font: 15px/1.4 'Liberation Sans', Arial, sans-serif; color: #2b3038;
    align-items: start; }
  h2 { font-size: 16px; font-weight: 600; margin: 0 0 8px; white-space: nowrap; }
  h2 b { display: inline-block; width: 22px; height: 22px; margin-right: 8px; border-radius: 50%;
    background: #3d3bc4; color: #fff; font-size: 13px; line-height: 22px; text-align: center; }
  img { display: block; width: 100%; border-radius: 10px; }
  .framed img { border: 1px solid #dfe2e8; box-sizing: border-box; }
`;

/** One picture with its title. */
export interface Step {
  title: string;
  /** PNG. */
  picture: Buffer;
  /** Name of its grid area in CSS. */
  area: string;
  /** Whether it needs a border to stand out from the background. */
  framed?: boolean;
}

/**
 * @param page any page; its content is lost
 * @param steps in the order they are numbered
 * @param grid CSS value of `grid-template`, with the areas of the steps
 * @returns PNG
 */
export async function compose(page: Page, steps: readonly Step[], grid: string): Promise<Buffer> {
  const figures = steps.map(
    ({ title, picture, area, framed = false }, index) =>
      `<div style="grid-area:${area}" class="${framed ? 'framed' : ''}">
        <h2><b>${index + 1}</b>${title}</h2>
        <img src="data:image/png;base64,${picture.toString('base64')}"></div>`,
  );
  await page.setContent(
    `<style>${STYLES}</style><main style='grid-template:${grid}'>${figures.join('')}</main>`,
  );
  return await page.locator('main').screenshot();
}
