import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Papel, Pessoa } from './pessoa.api.ts'

const dialogos = () => import('./PessoaDialogs.tsx')
const PessoaDialog = onDemand(dialogos, 'PessoaDialog')
const SenhaDialog = onDemand(dialogos, 'SenhaDialog')
const BloquearDialog = onDemand(() => import('./BloquearDialog.tsx'), 'BloquearDialog')

export const novaPessoa = (papel: Papel) =>
  void abrir((fechar) => <PessoaDialog papel={papel} aoFechar={() => fechar()} />)
export const editar = (papel: Papel, um: Pessoa) =>
  void abrir((fechar) => <PessoaDialog papel={papel} um={um} aoFechar={() => fechar()} />)
export const trocarSenha = (papel: Papel, um: Pessoa) =>
  void abrir((fechar) => <SenhaDialog papel={papel} um={um} aoFechar={() => fechar()} />)
export const bloquear = (um: Pessoa) => void abrir((fechar) => <BloquearDialog um={um} aoFechar={() => fechar()} />)
