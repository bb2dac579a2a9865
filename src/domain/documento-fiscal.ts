import { type Dia, diaValido } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import { normalizarTelefone } from './telefone.ts'
import { cortar, limparTexto, normalizarEmail } from './texto.ts'
import { lerUf, MUNICIPIO_MAXIMO, type Uf } from './uf.ts'

/** What a reader picked out of one fiscal document: texts as written, by their path inside it. */
export type Campos = Partial<Record<string, string>>

export const TIPOS_DE_NOTA = ['nfe', 'nfse'] as const
export type TipoDeNota = (typeof TIPOS_DE_NOTA)[number]

export interface NotaLida {
  tipo: TipoDeNota
  /** The attribute `Id`: "NFe" or "NFS" and the key. */
  id: string
  campos: Campos
  duplicatas: Campos[]
  pagamentos: Campos[]
  /** Keys of other notes that this one refers to. */
  referencias: string[]
  protocolo: Campos | null
}

export interface EventoLido {
  tipo: 'evento'
  /** `chNFe`, `tpEvento`, `cStat` (of the answer), `tpAmb`. */
  campos: Campos
}

/** A document that was recognised but carries nothing to collect; `especie` names it. */
export interface OutroLido {
  tipo: 'outro'
  especie: Especie
}

export type DocumentoLido = NotaLida | EventoLido | OutroLido

/** Everything that is met in a folder of fiscal XML and is not a note, each with what to do instead. */
export const ESPECIES = {
  cte: 'CT-e (conhecimento de transporte): este documento ainda não é importado.',
  mdfe: 'MDF-e (manifesto de transporte): não gera cobrança.',
  nfcom: 'NFCom (nota de comunicação): este documento não é importado.',
  nf3e: 'NF3e (nota de energia elétrica): este documento não é importado.',
  bpe: 'BP-e (bilhete de passagem): não gera cobrança.',
  sat: 'CF-e SAT (cupom fiscal): pago no balcão, não gera cobrança.',
  resumo: 'Resumo da nota: não traz as parcelas. Peça ao emissor o XML completo (nfeProc).',
  resposta: 'Resposta da SEFAZ sem a nota: envie o XML completo da nota (nfeProc).',
  resposta_evento: 'Resposta da SEFAZ a um evento, sem o evento: envie o procEventoNFe, que traz os dois.',
  inutilizacao: 'Inutilização de numeração: não é uma nota e não gera cobrança.',
  pedido_evento: 'Pedido de evento sem a resposta da SEFAZ: sozinho não prova nada. Envie o procEventoNFe.',
  dps: 'DPS (declaração de serviço): é o pedido, não a nota. Envie o XML da NFS-e gerada.',
  abrasf: 'NFS-e no padrão da prefeitura (ABRASF): só a NFS-e do padrão nacional é importada.',
  rps: 'RPS (recibo provisório): é o pedido, não a nota. Envie o XML da NFS-e gerada, no padrão nacional.',
  paulistana: 'NFS-e da Prefeitura de São Paulo: só a NFS-e do padrão nacional é importada.',
  cancelamento_antigo: 'Cancelamento em formato antigo: envie o evento de cancelamento (procEventoNFe).',
} as const
export type Especie = keyof typeof ESPECIES

export const MOTIVOS_DA_PENDENCIA = ['sem_protocolo', 'chave_invalida', 'sem_vencimento'] as const
export type MotivoDaPendencia = (typeof MOTIVOS_DA_PENDENCIA)[number]

/** A person's word about what a document does not say by itself. */
export interface Palavra {
  aceitar: ReadonlySet<MotivoDaPendencia>
  /** Days after issue on which an account without a due date falls due. */
  diasVencimento: number | null
}

export interface IdentidadeNota {
  tipo: TipoDeNota
  chave: string
  emitente: string
  modelo: string
  serie: string
  numero: string
}

export interface ClienteDaNota {
  documento: string
  nome: string
  telefone: string | null
  email: string | null
  uf: Uf | null
  municipio: string | null
}

export interface ContaDaNota {
  ordem: number
  parcela: string
  valorCentavos: Centavos
  vencimento: Dia
}

export interface PendenciaDaNota {
  motivo: MotivoDaPendencia
  mensagem: string
}

/** A note that could be collected, with what still needs a person's word; without `pendencias` it may be written. */
export interface NotaCobravel {
  resultado: 'cobrar'
  nota: IdentidadeNota
  titulo: string
  emissao: Dia
  valorCentavos: Centavos
  cliente: ClienteDaNota
  contas: ContaDaNota[]
  avisos: string[]
  pendencias: PendenciaDaNota[]
  /** A note that this one takes the place of: what is open of it is cancelled. */
  substitui: string | null
}

export type DecisaoDaNota =
  | NotaCobravel
  | { resultado: 'nada_a_cobrar'; chave: string | null; mensagem: string }
  | { resultado: 'recusar'; chave: string | null; mensagem: string; cancelada: boolean }

/** `cancelada`: the note was cancelled at the tax authority, which is no fault of the file. */
export const recusar = (chave: string | null, mensagem: string, cancelada = false): DecisaoDaNota => ({
  resultado: 'recusar',
  chave,
  mensagem,
  cancelada,
})

/** Money of a fiscal XML (`1500`, `1500.00`) to cents, without binary fractions; null when it is no amount. */
export function centavosDoXml(texto: string | undefined): Centavos | null {
  const partes = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(texto ?? '')
  return partes ? Number(partes[1]) * 100 + Number((partes[2] ?? '').padEnd(2, '0')) : null
}

/** A day of our times: edited files carry years that no account has. */
export const diaDaNota = (dia: string): boolean => diaValido(dia) && dia >= '1990' && dia < '2100'

/** The phone in its canonical form and the first of the e-mails; null for what is no phone or e-mail. */
export const contatoDoXml = (fone: string | undefined, email: string | undefined) => ({
  telefone: fone ? normalizarTelefone(fone) : null,
  email:
    (email ?? '')
      .split(/[;,\s]+/)
      .map(normalizarEmail)
      .find((um) => um !== null) ?? null,
})

/** The customer's name as the note writes it, or the document in its place. */
export const nomeEscrito = (nome: string | undefined, documento: string): string =>
  cortar(limparTexto(nome ?? ''), 200) || documento

/** Where the customer of a note is, as the note writes it; `EX` (abroad) and what is no state are nothing. */
export const lugarDoXml = (uf: string | undefined, municipio: string | undefined) => ({
  uf: lerUf(uf ?? ''),
  municipio: cortar(limparTexto(municipio ?? ''), MUNICIPIO_MAXIMO) || null,
})

/** What can be said of an event once its file is read. */
export type DecisaoEvento =
  | { efeito: 'cancelar'; chave: string }
  | { efeito: 'nenhum'; chave: string | null; mensagem: string }
  | { efeito: 'recusar'; chave: string | null; mensagem: string }

const CANCELAM = new Set(['110111', '110112', 'e101101', 'e105102', 'e105104', 'e305101'])
const SEM_EFEITO: Record<string, string> = {
  '110110': 'Carta de correção: não muda valores nem vencimentos.',
  '210220': 'O destinatário declarou desconhecer esta operação: fale com ele antes de cobrar.',
  '210240': 'O destinatário declarou que a operação não foi realizada: fale com ele antes de cobrar.',
  e203206: 'O tomador do serviço rejeitou esta NFS-e: fale com ele antes de cobrar.',
}

const REGISTRADOS: readonly string[] = ['135', '136', '155', '101', '151']

/** Registered at the tax authority, and a cancellation. */
export const cancela = ({ campos }: EventoLido): boolean =>
  CANCELAM.has(campos.tpEvento ?? '') && REGISTRADOS.includes(campos.cStat ?? '')

/** What an event does to the accounts of its note: only a registered cancellation does anything. */
export function decidirEvento({ campos }: EventoLido): DecisaoEvento {
  const chave = campos.chNFe ?? null
  if (!chave || !/^[0-9A-Z]{44}$|^[0-9A-Z]{50}$/.test(chave))
    return { efeito: 'recusar', chave: null, mensagem: 'Evento sem a chave da nota a que se refere.' }
  if (campos.tpAmb === '2')
    return { efeito: 'recusar', chave, mensagem: 'Evento do ambiente de homologação (teste): sem valor fiscal.' }
  if (!campos.cStat) return { efeito: 'recusar', chave, mensagem: ESPECIES.pedido_evento }
  if (!REGISTRADOS.includes(campos.cStat))
    return {
      efeito: 'recusar',
      chave,
      mensagem: `Evento não registrado pela SEFAZ (situação ${campos.cStat}): sem efeito.`,
    }
  if (cancela({ tipo: 'evento', campos })) return { efeito: 'cancelar', chave }
  const mensagem = SEM_EFEITO[campos.tpEvento ?? ''] ?? 'Evento sem efeito sobre as contas a receber.'
  return { efeito: 'nenhum', chave, mensagem }
}
