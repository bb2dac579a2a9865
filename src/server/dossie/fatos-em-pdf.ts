import { ROTULOS_DO_STATUS } from '#domain/cliente.ts'
import { nomeDaConta } from '#domain/conta.ts'
import { ROTULOS_DA_CONTESTACAO, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { formatarDia } from '#domain/data.ts'
import { emCentavos, formatarReais } from '#domain/dinheiro.ts'
import { formatarDocumento, formatarTelefone } from '#domain/grafia.ts'
import { ROTULOS_DA_NEGOCIACAO } from '#domain/negociacao.ts'
import { plural } from '#domain/plural.ts'
import type { Capa } from './dossie.queries.ts'
import { instante, type Papel } from './papel.ts'

const reais = (valor: number) => formatarReais(emCentavos(valor))
const juntar = (...partes: (string | null | undefined | false)[]) => partes.filter(Boolean).join(' · ')

/** The words of the API as a person says them. */
const PALAVRAS: Readonly<Record<string, string>> = {
  em_aberto: 'em aberto',
  nfe: 'NF-e',
  csv: 'planilha',
  manual: 'à mão',
  negociacao: 'acordo',
  conciliacao: 'conciliação',
  pagina: 'página do cliente',
  pix: 'Pix',
  transferencia: 'transferência',
  cartao: 'cartão',
  pix_estatico: 'Pix sem o banco',
  pix_cob: 'Pix do banco',
  pix_cobv: 'Pix do banco, com vencimento',
  ofx: 'extrato OFX',
  cnab240: 'retorno CNAB 240',
  cnab400: 'retorno CNAB 400',
}
const palavra = (codigo: string): string => PALAVRAS[codigo] ?? codigo.replaceAll('_', ' ')

/** The customer, debts and their calculation, agreements, payments, promises, disputes and decisions. */
export function escreverFatos(papel: Papel, capa: Capa) {
  const { empresa, cliente } = capa
  papel.item(
    juntar(
      empresa.nome,
      empresa.cnpj && `CNPJ ${formatarDocumento(empresa.cnpj)}`,
      empresa.endereco,
      empresa.telefone && formatarTelefone(empresa.telefone),
    ),
  )
  papel.item(
    `Feito em ${instante(capa.gerado_em)} (horário de São Paulo). O mesmo em JSON, para conferir, sai do mesmo menu.`,
  )
  papel.titulo('Cliente')
  papel.item(
    juntar(
      cliente.nome,
      cliente.documento && formatarDocumento(cliente.documento),
      cliente.telefone && formatarTelefone(cliente.telefone),
      cliente.email,
      ROTULOS_DO_STATUS[cliente.status],
    ),
  )
  const nomeDe = nomesDas(capa.contas)
  escreverCalculo(papel, capa, nomeDe)
  lista(papel, 'Contas', capa.contas, (c) =>
    juntar(
      nomeDe(c),
      `vence em ${formatarDia(c.vencimento)}`,
      reais(c.valor),
      `pago ${reais(c.valor_pago)}`,
      palavra(c.status),
      palavra(c.origem),
      c.chave_nfe,
    ),
  )
  escreverAcordos(papel, capa)
  escreverDinheiro(papel, capa, nomeDe)
  escreverPalavras(papel, capa)
}

function escreverDinheiro(papel: Papel, capa: Capa, nomeDe: NomeDe) {
  lista(papel, 'Pagamentos', capa.pagamentos, (p) => escreverPagamento(p, nomeDe))
  lista(papel, 'Códigos Pix', capa.codigos, (c) =>
    juntar(
      `${c.id}`,
      instante(c.created_at),
      palavra(c.tipo),
      reais(c.valor),
      palavra(c.situacao),
      `txid ${c.txid}`,
      c.contas.map(nomeDe).join(', '),
    ),
  )
}

function escreverPalavras(papel: Papel, capa: Capa) {
  lista(papel, 'Promessas', capa.promessas, (p) =>
    juntar(
      instante(p.created_at),
      `${reais(p.valor)} até ${formatarDia(p.ate)}`,
      palavra(p.status),
      `pago ${reais(p.valor_pago)}`,
      p.autor?.name ?? palavra(p.origem),
      p.observacao,
      p.motivo,
    ),
  )
  lista(papel, 'Contestações', capa.contestacoes, (c) =>
    juntar(
      c.numero,
      instante(c.created_at),
      ROTULOS_DO_MOTIVO[c.motivo],
      reais(c.valor),
      ROTULOS_DA_CONTESTACAO[c.status],
      c.texto,
      c.resposta && `Resposta: ${c.resposta}`,
    ),
  )
  lista(papel, 'Decisões da cobrança', capa.decisoes, (d) =>
    juntar(formatarDia(d.dia), instante(d.em), palavra(d.motivo), d.detalhe),
  )
}

type NomeDe = ReturnType<typeof nomesDas>
/** An instalment by its agreement, as in the messages that the dossier holds. */
function nomesDas(contas: Capa['contas']) {
  const parcelas = new Map(contas.filter(({ origem }) => origem === 'negociacao').map((c) => [c.id, nomeDaConta(c)]))
  return ({ id, numero, parcela = null }: { id: number; numero: string; parcela?: string | null }): string =>
    parcelas.get(id) ?? (parcela ? `${numero}/${parcela}` : numero)
}

function lista<T>(papel: Papel, titulo: string, itens: readonly T[], dizer: (um: T) => string) {
  papel.titulo(titulo)
  for (const um of itens) papel.item(dizer(um))
  if (itens.length === 0) papel.item('Nada.')
}

function escreverCalculo(papel: Papel, { calculo }: Capa, nomeDe: NomeDe) {
  papel.titulo(`O que é devido em ${formatarDia(calculo.dia)}: ${reais(calculo.total)}`)
  const taxa = (percentual: number) => `${percentual.toLocaleString('pt-BR')} %`
  papel.item(
    `Multa de ${taxa(calculo.multa_percentual)}, juros de ${taxa(calculo.juros_percentual_mes)} ao mês. ${calculo.como.join(' ')}`,
  )
  for (const c of calculo.contas) {
    papel.item(
      `${nomeDe(c)}: vencimento ${formatarDia(c.vencimento)} (contado de ${formatarDia(c.vencimento_contado)}), ${plural(c.dias_de_atraso, 'dia', 'dias')} de atraso. ` +
        `${reais(c.valor)} - ${reais(c.pago)} pagos = ${reais(c.em_aberto)} + multa ${reais(c.multa)} + juros ${reais(c.juros)} = ${reais(c.total)}` +
        (c.contestada_em ? ` (contestada em ${formatarDia(c.contestada_em)})` : ''),
    )
  }
}

function escreverAcordos(papel: Papel, { acordos }: Capa) {
  papel.titulo('Acordos')
  for (const a of acordos) {
    papel.item(
      juntar(
        `Acordo ${a.id}`,
        instante(a.created_at),
        ROTULOS_DA_NEGOCIACAO[a.status],
        a.autor?.name ?? palavra(a.origem),
      ) +
        `\n${reais(a.valor_original)} + encargos ${reais(a.encargos)} - desconto ${reais(a.desconto)} = ${reais(a.valor_negociado)}` +
        a.parcelas
          .map((p) => `\nParcela ${p.numero}: ${reais(p.valor)} em ${formatarDia(p.vencimento)} (${palavra(p.status)})`)
          .join('') +
        [a.observacao, a.motivo]
          .filter(Boolean)
          .map((um) => `\n${um}`)
          .join(''),
    )
    if (!a.aceite) continue
    papel.item(
      `Aceito na página do cliente em ${instante(a.aceite.em)}${a.aceite.endereco ? `, do endereço ${a.aceite.endereco}` : ''}:`,
    )
    papel.item(a.aceite.texto)
    papel.codigo(`SHA-256 do texto aceito: ${a.aceite.texto_sha256}`)
  }
  if (acordos.length === 0) papel.item('Nada.')
}

function escreverPagamento(p: Capa['pagamentos'][number], nomeDe: NomeDe): string {
  const m = p.movimento
  return [
    juntar(
      `${p.id}`,
      formatarDia(p.pago_em),
      reais(p.valor),
      palavra(p.forma),
      palavra(p.origem),
      p.por,
      `registrado ${instante(p.registrado_em)}`,
    ),
    ...p.contas.map(
      (c) => `  ${nomeDe({ ...c, id: c.conta_id })}: ${reais(c.principal)} + encargos ${reais(c.encargos)}`,
    ),
    m &&
      `  Movimento ${juntar(`${m.id}`, palavra(m.origem), m.banco && `banco ${m.banco}`, formatarDia(m.dia), reais(m.valor), m.descricao, m.pagador, m.documento, m.txid && `txid ${m.txid}`, m.end_to_end_id, m.nosso_numero)}`,
    p.estornado_em && `  Estornado em ${instante(p.estornado_em)}: ${p.motivo_estorno ?? ''}`,
  ]
    .filter(Boolean)
    .join('\n')
}
