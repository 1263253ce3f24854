import type { FilePurpose, Scale } from '../../state/fileEntities';

/** How an image is resized for its place on a card. */
interface PurposeSize {
  /** Pixels at 1x. */
  width: number;
  height: number;
  /** `inside`: scaled to fit the size; `cover`: cropped to fill it. */
  fit: 'inside' | 'cover';
  scales: readonly Scale[];
}

const ALL: readonly Scale[] = ['1x', '2x', '3x'];

/** Sizes at 1x by purpose (docs/service.md#file-purposes). A hero has one size only. */
export const PURPOSE_SIZES: Record<FilePurpose, PurposeSize> = {
  template_logo: { width: 160, height: 50, fit: 'inside', scales: ALL },
  template_icon: { width: 29, height: 29, fit: 'cover', scales: ALL },
  template_hero: { width: 1032, height: 336, fit: 'cover', scales: ['1x'] },
  template_strip: { width: 320, height: 123, fit: 'cover', scales: ALL },
  template_thumbnail: { width: 90, height: 90, fit: 'cover', scales: ALL },
  template_background: { width: 180, height: 220, fit: 'cover', scales: ALL },
  template_stamp: { width: 120, height: 120, fit: 'inside', scales: ALL },
};
