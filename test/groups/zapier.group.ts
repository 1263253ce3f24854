import { requireTests } from './requireTests';

requireTests('zapier');
