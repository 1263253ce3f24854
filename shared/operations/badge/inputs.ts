import * as field from '../../fields';

export const badgeTemplateId = field.required(
  field.ref({
    of: 'badge',
    label: 'Badge',
    description: 'The access badge, designed and published in the dashboard',
  }),
);

export const anyBadge = field.ref({
  of: 'badge',
  label: 'Badge',
  description: 'Only holders of this badge; every badge if empty',
});

export const userId = field.required(
  field.ref({
    of: 'badgeHolder',
    label: 'Holder',
    description: 'The person who holds the badge. Somebody who is only invited has no ID yet.',
  }),
);
