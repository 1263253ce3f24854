/** Translated texts of messages, pass pages and buttons. */
export interface Words {
  addToWalletA: string;
  addToWalletB: string;
  valid: string;
  voided: string;
  expired: string;
  stamps: string;
  passes: string;
  details: string;
  validUntil: string;
  yourCard: (name: string) => string;
}

const LOCALES = {
  en: {
    addToWalletA: 'Add to Wallet A',
    addToWalletB: 'Save to Wallet B',
    valid: 'Valid',
    voided: 'Voided',
    expired: 'Expired',
    stamps: 'Stamps',
    passes: 'Your passes',
    details: 'Details',
    validUntil: 'Valid until',
    yourCard: (name) => `Your card "${name}" is ready:`,
  },
  de: {
    addToWalletA: 'Zu Wallet A hinzufügen',
    addToWalletB: 'In Wallet B speichern',
    valid: 'Gültig',
    voided: 'Ungültig',
    expired: 'Abgelaufen',
    stamps: 'Stempel',
    passes: 'Deine Karten',
    details: 'Details',
    validUntil: 'Gültig bis',
    yourCard: (name) => `Deine Karte „${name}“ ist da:`,
  },
  fr: {
    addToWalletA: 'Ajouter à Wallet A',
    addToWalletB: 'Enregistrer dans Wallet B',
    valid: 'Valable',
    voided: 'Annulée',
    expired: 'Expirée',
    stamps: 'Tampons',
    passes: 'Vos cartes',
    details: 'Détails',
    validUntil: 'Valable jusqu’au',
    yourCard: (name) => `Votre carte « ${name} » est prête :`,
  },
  es: {
    addToWalletA: 'Añadir a Wallet A',
    addToWalletB: 'Guardar en Wallet B',
    valid: 'Válida',
    voided: 'Anulada',
    expired: 'Caducada',
    stamps: 'Sellos',
    passes: 'Tus tarjetas',
    details: 'Detalles',
    validUntil: 'Válida hasta',
    yourCard: (name) => `Tu tarjeta «${name}» está lista:`,
  },
  it: {
    addToWalletA: 'Aggiungi a Wallet A',
    addToWalletB: 'Salva in Wallet B',
    valid: 'Valida',
    voided: 'Annullata',
    expired: 'Scaduta',
    stamps: 'Timbri',
    passes: 'Le tue carte',
    details: 'Dettagli',
    validUntil: 'Valida fino al',
    yourCard: (name) => `La tua carta «${name}» è pronta:`,
  },
  nl: {
    addToWalletA: 'Toevoegen aan Wallet A',
    addToWalletB: 'Opslaan in Wallet B',
    valid: 'Geldig',
    voided: 'Ongeldig',
    expired: 'Verlopen',
    stamps: 'Stempels',
    passes: 'Je kaarten',
    details: 'Details',
    validUntil: 'Geldig tot',
    yourCard: (name) => `Je kaart "${name}" staat klaar:`,
  },
  pt: {
    addToWalletA: 'Adicionar à Wallet A',
    addToWalletB: 'Guardar na Wallet B',
    valid: 'Válido',
    voided: 'Anulado',
    expired: 'Expirado',
    stamps: 'Carimbos',
    passes: 'Os seus cartões',
    details: 'Detalhes',
    validUntil: 'Válido até',
    yourCard: (name) => `O seu cartão "${name}" está pronto:`,
  },
} as const satisfies Record<string, Words>;

type Locale = keyof typeof LOCALES;
/** The translated languages. */
export const SUPPORTED_LOCALES = Object.keys(LOCALES) as Locale[];

/** The language for a two-letter code; English if it is not translated. */
export function supportedLocale(code: string | undefined): Locale {
  return SUPPORTED_LOCALES.find((locale) => locale === code?.toLowerCase()) ?? 'en';
}

/** The texts in a language; English if it is not translated. */
export function words(code: string | undefined): Words {
  return LOCALES[supportedLocale(code)];
}
