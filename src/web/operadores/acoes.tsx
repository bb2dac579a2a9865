import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const dialogos = () => import('./OperadorDialogs.tsx')
const OperadorDialog = onDemand(dialogos, 'OperadorDialog')
const SenhaDialog = onDemand(dialogos, 'SenhaDialog')
const BloquearDialog = onDemand(() => import('./BloquearDialog.tsx'), 'BloquearDialog')

export interface QuemMuda {
  id: number
  name: string
  email: string
}

export const novoOperador = () => void abrir((fechar) => <OperadorDialog aoFechar={() => fechar()} />)
export const editar = (um: QuemMuda) => void abrir((fechar) => <OperadorDialog um={um} aoFechar={() => fechar()} />)
export const trocarSenha = (um: QuemMuda) => void abrir((fechar) => <SenhaDialog um={um} aoFechar={() => fechar()} />)
export const bloquear = (um: QuemMuda) => void abrir((fechar) => <BloquearDialog um={um} aoFechar={() => fechar()} />)
