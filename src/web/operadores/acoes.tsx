import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { type Papel, type Pessoa, zerarFator } from './pessoa.api.ts'

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

/** For who lost the telephone and the recovery codes: asks first, as whoever asks may be another. */
export async function zerarSegundoFator(papel: Papel, { id, name }: Pessoa): Promise<void> {
  const certo = await confirmar({
    titulo: `Zerar o segundo fator de ${name}?`,
    texto:
      'Só a senha bastará para entrar, e as sessões abertas terminam. Confira antes que é a própria pessoa quem pede.',
    acao: 'Zerar segundo fator',
    perigo: true,
  })
  if (!certo) return
  try {
    await zerarFator(papel, id)
    avisar(`${name} entra só com a senha, até ativar outro segundo fator.`)
  } catch (erro) {
    avisar(fraseDe(erro))
  }
}
