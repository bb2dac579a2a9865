/* What is drawn of an open customer: one piece of code, that the list does without. */

export { PainelCliente } from '#web/mesa/contas/PainelCliente.tsx'
export { Conversa } from '#web/mesa/conversa/Conversa.tsx'
