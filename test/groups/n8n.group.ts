import { requireTests } from './requireTests';

requireTests('n8n');
