export { AnexosGuardados } from '#web/mensagens/Anexos.tsx'
export { PainelCliente } from '#web/mesa/contas/PainelCliente.tsx'
export { ConversaPane } from '#web/mesa/conversa/ConversaPane.tsx'
