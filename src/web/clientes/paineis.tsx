import { comTema } from '#web/ui/ComTema.tsx'
import * as conversa from './Conversa.tsx'
import * as painel from './PainelCliente.tsx'

/* What is drawn of an open customer, with MUI and its theme: one piece of code, that the list does without. */
export const Conversa = comTema(conversa.Conversa)
export const PainelCliente = comTema(painel.PainelCliente)
