import type { Cliente } from '#contract/clientes.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { type MotivoFila, porqueEspera, ROTULOS_DA_FILA } from '#domain/cliente.ts'
import { destinoDaMensagem } from '#domain/explicacao.ts'
import { diaEMes, passoCurto, plural } from '#web/ui/formatos.ts'

type ComTelefone = Pick<Cliente, 'telefone'> & Partial<Pick<ClienteDetalhado, 'telefone_negado_em'>>

/** Why they wait, or would, as the end of a sentence. */
export const esperaPor = (motivo: MotivoFila, { telefone, telefone_negado_em }: ComTelefone): string =>
  porqueEspera(motivo, { tem: Boolean(telefone), negado: Boolean(telefone_negado_em) })

/** Why a customer waits, in words; the last words of theirs when that is the reason. */
export function porque(cliente: Cliente & ComTelefone): string {
  if (cliente.aguardando_motivo === 'respondeu' && cliente.ultima_mensagem?.direcao === 'recebida') {
    return citar(cliente.ultima_mensagem)
  }
  if (cliente.aguardando_motivo === 'acordo_quebrado') return acordoQuebrado(cliente)
  // Without an attempt it is the régua that has nothing left to send.
  if (cliente.aguardando_motivo === 'sem_resposta')
    return cliente.numero_chamadas > 0
      ? `${plural(cliente.numero_chamadas, 'tentativa', 'tentativas')} sem resposta`
      : 'A régua terminou sem resposta'
  if (cliente.aguardando_motivo === 'respondeu' || cliente.aguardando_motivo === null) return ROTULOS_DA_FILA.respondeu
  const frase = esperaPor(cliente.aguardando_motivo, cliente)
  return frase.charAt(0).toUpperCase() + frase.slice(1)
}

function acordoQuebrado({ parcela_quebrada: parcela }: Cliente): string {
  if (!parcela) return 'Uma parcela do acordo venceu e não foi paga'
  const qual = parcela.numero === 0 ? 'A entrada' : `Parcela ${parcela.numero}/${parcela.total}`
  return `${qual} venceu em ${diaEMes(parcela.vencimento)} e não foi paga`
}

/** Why nobody is billing a paused customer, and until when. */
export function porquePausado(cliente: Cliente): string {
  const ate = cliente.pausado_ate ? ` até ${diaEMes(cliente.pausado_ate)}` : ''
  return `Pausado${ate}: “${cliente.motivo_pausa ?? ''}”`
}

type Ultima = NonNullable<Cliente['ultima_mensagem']>

/** Quotes the customer's own words; an action on their page is described instead. */
export const citar = ({ tipo, conteudo }: Ultima): string =>
  tipo === 'pagina' ? `Na página: ${conteudo}` : `“${conteudo}”`

const SAIU: Partial<Record<Ultima['status'], string>> = {
  pendente: 'Na fila de envio',
  falha: 'Não saiu',
  cancelada: 'Não saiu',
}

/** The last message in a line: a person's marked as ours, the engine's by its step and what became of it. */
export function oQueFoiDito(ultima: Ultima): string {
  if (ultima.direcao === 'recebida') return ultima.tipo === 'pagina' ? citar(ultima) : ultima.conteudo
  if (!ultima.automatica) return `${SAIU[ultima.status] ?? 'Enviada'}: ${ultima.conteudo}`
  return `Automática${ultima.passo === null ? '' : `, ${passoCurto(ultima.passo)}`}, ${destinoDaMensagem(ultima.status)}`
}
