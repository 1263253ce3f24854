import { toSVG } from 'bwip-js/node';
import { html, raw } from 'hono/html';

import type { BarcodeType } from '../../shared/service/vocabulary';
import { words } from '../locales';
import { shownValue } from '../resources/passes/fieldValues';
import { passState } from '../resources/passes/pass';
import { cardSize } from '../resources/passes/stamps';
import type { BadgeTemplate, Design, DesignField, Pass, Template } from '../state/entities';
import type { Markup } from './layout';

/** A pass with the data to render it. */
export interface Shown {
  pass: Pass;
  template: Template;
  locale: string;
  /** Epoch ms of the service's clock. */
  now: number;
}

/**
 * The card as it looks in a wallet: colors, images, fields, stamps, barcode, and expired or voided state.
 */
export function card(shown: Shown): Markup {
  const { pass, template, locale, now } = shown;
  const { design } = template;
  const state = passState(pass, now);
  const banner = cardSize(template) === undefined ? (design.strip ?? design.hero) : undefined;
  return html`<article class="card ${state === 'valid' ? '' : 'ended'}" style="${paint(template)}">
    ${
      state === 'valid'
        ? ''
        : html`<div class="ribbon ${state}" role="status">${words(locale)[state]}</div>`
    }
    <div class="card-top">
      ${image(design.logo, 'logo', template.name) ?? html`<strong>${template.name}</strong>`}
      ${
        design.header === undefined
          ? ''
          : html`<div class="header">${field(shown, design.header)}</div>`
      }
    </div>
    ${image(banner, 'banner', '') ?? ''} ${stampGrid(shown)}
    <div class="body">
      <div class="rows">${(design.rows ?? []).map((row) => fieldRow(shown, row))}</div>
      ${image(design.thumbnail, 'thumbnail', '') ?? ''}
    </div>
    ${barcode(shown)}
  </article>`;
}

/** The colors of a template as CSS variables, with its background image beneath them. */
export function paint(template: Template): string {
  const { background, text, label } = cardColors(template.design);
  const variables = `--bg:${background};--text:${text};--label:${label}`;
  const picture = imageUrl(template.design.background);
  if (picture === undefined) return variables;
  const veil = `color-mix(in srgb, ${background} 84%, transparent)`;
  return `${variables};background-image:linear-gradient(${veil},${veil}),url("${picture}")`;
}

/** The colors of an access badge as CSS variables. */
export function badgeColors({ color }: BadgeTemplate): string {
  return `--bg:${color};--text:#fff;--label:#ffffffb8`;
}

/** Only image URLs that cannot break out of a CSS or HTML string are shown. */
function imageUrl(url: unknown): string | undefined {
  return typeof url === 'string' && /^(https?:\/\/|data:image\/)[^\s"'()<>\\]+$/.test(url)
    ? url
    : undefined;
}

export function image(url: unknown, className: string, alt: string): Markup | undefined {
  const src = imageUrl(url);
  return src === undefined
    ? undefined
    : html`<img class="${className}" src="${src}" alt="${alt}" />`;
}

function fieldRow(shown: Shown, row: readonly DesignField[]): Markup {
  return html`<div class="row">${row.map((column) => field(shown, column))}</div>`;
}

/** A field with its label; `{}` keeps its column empty. */
function field({ pass, template }: Shown, { id, label }: DesignField): Markup {
  if (id === undefined) return html`<div></div>`;
  return html`<div>
    <span class="label">${label ?? id}</span>
    <span class="value">${shownValue(template, pass, id) ?? '–'}</span>
  </div>`;
}

function stampGrid({ pass, template, locale }: Shown): Markup | string {
  const size = cardSize(template);
  if (size === undefined) return '';
  const { design } = template;
  const hero = imageUrl(design.hero);
  const stamp = image(design.stamp, '', '') ?? html`<span class="mark">★</span>`;
  const columns = Math.min(size, size % 5 === 0 ? 5 : 6);
  const slots = Array.from({ length: size }, (_, index) => {
    const number = index + 1;
    const on = number <= pass.collectedStamps;
    const tier = design.stampTiers?.find(({ threshold }) => threshold === number);
    const claimed = pass.claimedTiers.includes(number);
    return html`<div class="slot ${on ? 'on' : ''}">
      ${on ? stamp : number}
      ${
        tier === undefined
          ? ''
          : html`<span class="tier ${claimed ? 'claimed' : ''}" title="${tier.reward}"
              >${claimed ? '✓' : '★'}</span
            >`
      }
    </div>`;
  });
  const background = hero === undefined ? '' : `background-image:url("${hero}");`;
  return html`<div
      class="stamps"
      style="${background}grid-template-columns:repeat(${columns}, 1fr)"
    >
      ${slots}
    </div>
    <div class="stamp-count">${words(locale).stamps}: ${pass.collectedStamps} / ${size}</div>`;
}

function barcode({ pass, template }: Shown): Markup | string {
  const { barcode: wanted, barcodeType } = template.design;
  if (wanted === false) return '';
  const drawn = drawBarcode(barcodeType ?? 'qrcode', pass.redemptionValue);
  return html`<div class="barcode ${drawn?.square === true ? 'square' : 'bars'}">
    ${drawn === undefined ? '' : raw(drawn.svg)}
    <div class="text">${pass.redemptionValue}</div>
  </div>`;
}

/** The barcode library's names for the service's types, where they differ. */
const SYMBOLS: Partial<Record<BarcodeType, string>> = {
  codabar: 'rationalizedCodabar',
  itf: 'interleaved2of5',
};

/**
 * Draw `value` as `type`, or as code128 if the type cannot encode it, as wallets do for unknown types.
 * @returns `undefined` if code128 cannot encode it either
 */
function drawBarcode(type: BarcodeType, value: string) {
  for (const bcid of [SYMBOLS[type] ?? type, 'code128']) {
    const square = bcid === 'qrcode' || bcid === 'azteccode';
    const height = square || bcid === 'pdf417' ? {} : { height: 14 };
    try {
      return { svg: toSVG({ bcid, text: value, scale: 2, ...height }), square };
    } catch {
      // The type cannot encode this value: try the next.
    }
  }
  return undefined;
}

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const LIGHT = '#ffffff';
const DARK = '#14161a';

/**
 * Colors of a design, always valid in CSS. Text and label follow the background, unless `adjustTextColor` is false
 * and the design has its own.
 */
function cardColors(design: Design): { background: string; text: string; label: string } {
  const hexOr = (value: string | undefined, otherwise: string) =>
    value !== undefined && HEX.test(value) ? value : otherwise;
  const background = hexOr(design.backgroundColor, '#44505e');
  const readable = isBright(background) ? DARK : LIGHT;
  if (design.adjustTextColor !== false) {
    const label = `color-mix(in srgb, ${readable} 72%, ${background})`;
    return { background, text: readable, label };
  }
  const text = hexOr(design.textColor, readable);
  return { background, text, label: hexOr(design.labelColor, text) };
}

/** Whether dark text is easier to read on a color than light text. */
function isBright(hex: string): boolean {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  const [red = 0, green = 0, blue = 0] = Buffer.from(digits, 'hex');
  return 0.299 * red + 0.587 * green + 0.114 * blue > 128;
}
