import type { Design, Template } from '../../state/entities';

/** A template of the seed; `art` returns the URL of an image the sandbox draws. */
export interface TemplateDraft {
  name: string;
  type: Template['type'];
  /** Age of the template in days. */
  age: number;
  design: (art: (name: string) => string) => Design;
}
