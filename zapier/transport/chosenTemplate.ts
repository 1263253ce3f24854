/**
 * The ID of the template that is chosen in a form; `undefined` if none is. An ID that looks like a number may come as
 * one.
 */
export function chosenTemplateId({ templateId }: { templateId?: unknown }): string | undefined {
  if (typeof templateId === 'number') return String(templateId);
  return typeof templateId === 'string' && templateId !== '' ? templateId : undefined;
}
