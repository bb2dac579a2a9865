export { PainelCliente } from '#web/mesa/contas/PainelCliente.tsx'
export { Conversa } from '#web/mesa/conversa/Conversa.tsx'
