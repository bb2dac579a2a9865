/* What is drawn of an open customer: one piece of code, that the list does without. */
export { Conversa } from './Conversa.tsx'
export { PainelCliente } from './PainelCliente.tsx'
