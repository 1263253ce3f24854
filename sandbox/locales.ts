/** Translated texts of messages, pass pages and buttons. A language that is not here is shown in English. */
const ENGLISH = {
  addToWalletA: 'Add to Wallet A',
  addToWalletB: 'Save to Wallet B',
  voided: 'Voided',
  expired: 'Expired',
  stamps: 'Stamps',
  passes: 'Your passes',
  details: 'Details',
  validUntil: 'Valid until',
  yourCard: (name: string) => `Your card "${name}" is ready:`,
};

const LOCALES = new Map<string, typeof ENGLISH>([
  ['en', ENGLISH],
  [
    'de',
    {
      addToWalletA: 'Zu Wallet A hinzufügen',
      addToWalletB: 'In Wallet B speichern',
      voided: 'Ungültig',
      expired: 'Abgelaufen',
      stamps: 'Stempel',
      passes: 'Deine Karten',
      details: 'Details',
      validUntil: 'Gültig bis',
      yourCard: (name) => `Deine Karte „${name}“ ist da:`,
    },
  ],
  [
    'fr',
    {
      addToWalletA: 'Ajouter à Wallet A',
      addToWalletB: 'Enregistrer dans Wallet B',
      voided: 'Annulée',
      expired: 'Expirée',
      stamps: 'Tampons',
      passes: 'Vos cartes',
      details: 'Détails',
      validUntil: 'Valable jusqu’au',
      yourCard: (name) => `Votre carte « ${name} » est prête :`,
    },
  ],
]);

/** The translated languages. */
export const SUPPORTED_LOCALES = [...LOCALES.keys()];

/** The language for a two-letter code. */
export function supportedLocale(code = 'en'): string {
  return LOCALES.has(code.toLowerCase()) ? code.toLowerCase() : 'en';
}

/** The texts in a language. */
export function words(code: string | undefined): typeof ENGLISH {
  return LOCALES.get(supportedLocale(code)) ?? ENGLISH;
}
