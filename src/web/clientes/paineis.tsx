import { comTema } from '#web/ui/ComTema.tsx'
import * as painel from './PainelCliente.tsx'

/* What is drawn of an open customer: one piece of code, that the list does without. */
export { Conversa } from './Conversa.tsx'
// Accounts and agreements are drawn with MUI still.
export const PainelCliente = comTema(painel.PainelCliente)
