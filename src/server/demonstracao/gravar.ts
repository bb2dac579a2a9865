import { digitoDaChave } from '#domain/chave-acesso.ts'
import { diaDe, somarDias } from '#domain/data.ts'
import { finalidadeDaRegua } from '#domain/mensagem.ts'
import type { Trx } from '#server/db/schema.ts'
import { DIALOGOS, MOTIVOS_PAUSA, SAUDACAO } from './falas.ts'
import type { ContaContada, Envio, Historia } from './historia.ts'
import type { Ficha } from './pessoas.ts'
import type { Sorteio } from './sorteio.ts'

export interface Cenario {
  trx: Trx
  sorteio: Sorteio
  agora: Date
  operadores: number[]
  /** The text a template gives for this customer and these accounts. */
  redigir(envio: Pick<Envio, 'tipo' | 'contas' | 'dia'>, ficha: Pick<Ficha, 'nome' | 'documento'>): string
  hashDe(canonico: string): { hash: Buffer; hash_chave: number }
  canonico(telefone: string): string
}

const MINUTO = 60_000
/** Nothing of a history happens later today. */
const ateAgora = (em: string, agora: Date) => new Date(Math.min(Date.parse(em), agora.getTime()))
const menos = (agora: Date, minutos: number) => new Date(agora.getTime() - minutos * MINUTO)

/** Writes one customer with all that happened to it; the database's own constraints check that it adds up. */
export async function gravarHistoria(cena: Cenario, ficha: Ficha, historia: Historia, indice: number): Promise<void> {
  const contatoId = await gravarContato(cena, ficha.telefone)
  const abertas = historia.contas.filter((conta) => situacaoDa(conta, historia) === 'aberta')
  const operadorId = indice % 5 === 0 ? null : (cena.operadores[indice % cena.operadores.length] ?? null)
  const clienteId = await gravarCliente(cena, ficha, historia, abertas, contatoId, operadorId, indice)
  const negociacaoId = historia.acordo ? await gravarAcordo(cena, clienteId, historia, operadorId) : null
  const ids = await gravarContas(cena, clienteId, historia, negociacaoId)
  await gravarPagamentos(cena, clienteId, historia, ids, operadorId)
  if (contatoId) {
    await gravarEnvios(cena, clienteId, contatoId, ficha, historia, ids)
    await gravarConversa(cena, clienteId, contatoId, historia, operadorId)
  }
}

function situacaoDa(conta: ContaContada, historia: Historia) {
  if (conta.pagaEm) return 'paga' as const
  if (conta.papel === 'substituida') return 'negociada' as const
  if (conta.papel === 'parcela' && historia.acordo?.situacao === 'quebrada') return 'cancelada' as const
  return 'aberta' as const
}

async function gravarContato(cena: Cenario, telefone: string | null): Promise<number | null> {
  if (!telefone) return null
  const canonico = cena.canonico(telefone)
  const { id } = await cena.trx
    .insertInto('contato')
    .values({ canonico, ...cena.hashDe(canonico), consentimento_origem: 'cadastro', consentimento_em: cena.agora })
    .onConflict((c) => c.column('canonico').doUpdateSet({ canonico }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function statusDe(historia: Historia, abertas: ContaContada[], operadorId: number | null) {
  if (abertas.length === 0) return 'concluido' as const
  if (historia.enredo === 'acordo') return 'negociado' as const
  if (historia.enredo === 'acordo_quebrado' || historia.enredo === 'respondeu') return 'aguardando_atendimento' as const
  if (historia.enredo === 'em_atendimento')
    return operadorId ? ('em_atendimento' as const) : ('aguardando_atendimento' as const)
  if (historia.enredo === 'pausado') return 'pausado' as const
  return 'ativo' as const
}

async function gravarCliente(
  cena: Cenario,
  ficha: Ficha,
  historia: Historia,
  abertas: ContaContada[],
  contatoId: number | null,
  operadorId: number | null,
  indice: number,
): Promise<number> {
  const { trx, sorteio, agora } = cena
  const status = statusDe(historia, abertas, operadorId)
  const hoje = diaDe(agora)
  const criadoEm = new Date(`${historia.contas.map((conta) => conta.emissao).sort()[0] ?? hoje}T13:00:00Z`)
  const { id } = await trx
    .insertInto('cliente')
    .values({
      ...ficha,
      contato_id: contatoId,
      codigo_externo: `SA-${String(1000 + indice)}`,
      status,
      operador_id: operadorId,
      numero_chamadas: status === 'ativo' ? Math.min(5, tentativasSemResposta(historia, abertas)) : 0,
      motivo_pausa: status === 'pausado' ? sorteio.escolher(MOTIVOS_PAUSA) : null,
      pausado_ate: status === 'pausado' ? somarDias(hoje, sorteio.inteiro(3, 15)) : null,
      aguardando_desde: status === 'aguardando_atendimento' ? menos(agora, sorteio.inteiro(4, 170)) : null,
      aguardando_motivo:
        status !== 'aguardando_atendimento'
          ? null
          : historia.enredo === 'acordo_quebrado'
            ? 'acordo_quebrado'
            : 'respondeu',
      aberto_centavos: abertas.reduce((soma, conta) => soma + conta.valorCentavos, 0),
      contas_abertas: abertas.length,
      vencimento_mais_antigo: abertas.map((conta) => conta.vencimentoUtil).sort()[0] ?? null,
      concluido_em: status === 'concluido' ? concluidoEm(historia, agora) : null,
      created_at: criadoEm,
      updated_at: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function concluidoEm(historia: Historia, agora: Date): Date | null {
  const ultimo = historia.contas
    .flatMap((conta) => conta.pagaEm ?? [])
    .sort()
    .at(-1)
  return ultimo ? ateAgora(`${ultimo}T18:00:00Z`, agora) : null
}

const tentativasSemResposta = (historia: Historia, abertas: ContaContada[]) =>
  historia.envios.filter((envio) => envio.tipo !== 'parcela' && envio.contas.some((conta) => abertas.includes(conta)))
    .length

async function gravarAcordo(
  cena: Cenario,
  clienteId: number,
  historia: Historia,
  operadorId: number | null,
): Promise<number> {
  const acordo = historia.acordo!
  const total = historia.contas
    .filter((conta) => conta.papel === 'parcela')
    .reduce((soma, conta) => soma + conta.valorCentavos, 0)
  const { id } = await cena.trx
    .insertInto('negociacao')
    .values({
      cliente_id: clienteId,
      status: acordo.situacao,
      valor_original_centavos: total,
      encargos_centavos: 0,
      desconto_centavos: 0,
      valor_negociado_centavos: total,
      observacao: 'Combinado por telefone',
      usuario_id: operadorId ?? cena.operadores[0] ?? null,
      motivo: acordo.situacao === 'quebrada' ? 'Parcela com mais de 5 dias de atraso' : null,
      criada_em: new Date(`${acordo.feitoEm}T15:00:00Z`),
      encerrada_em: encerradoEm(historia, cena.agora),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const encerradoEm = (historia: Historia, agora: Date) =>
  ({ ativa: null, cumprida: concluidoEm(historia, agora), quebrada: menos(agora, 180) })[historia.acordo!.situacao]

const EMITENTE = '14206377000108'

/** The note an account came from: the key of the company's own NF-e, series 1. */
function daNota({ numero, parcela, emissao }: ContaContada) {
  const semDigito = `35${emissao.slice(2, 4)}${emissao.slice(5, 7)}${EMITENTE}55001${numero.padStart(9, '0')}1${String(
    Number(numero) * 7_919,
  )
    .padStart(8, '0')
    .slice(-8)}`
  return { origem: 'nfe' as const, chave_nfe: `${semDigito}${digitoDaChave(semDigito)}`, ordem: Number(parcela) }
}

async function gravarContas(cena: Cenario, clienteId: number, historia: Historia, negociacaoId: number | null) {
  const { trx, agora } = cena
  const linhas = historia.contas.map((conta) => {
    const situacao = situacaoDa(conta, historia)
    const parcela = conta.papel === 'parcela'
    return {
      cliente_id: clienteId,
      numero: conta.numero,
      parcela: conta.parcela,
      valor_centavos: conta.valorCentavos,
      pago_centavos: situacao === 'paga' ? conta.valorCentavos : 0,
      emissao: conta.emissao,
      vencimento: conta.vencimento,
      vencimento_util: conta.vencimentoUtil,
      situacao,
      ...(parcela ? { origem: 'negociacao' as const } : daNota(conta)),
      acordo_id: parcela ? negociacaoId : null,
      parcela_numero: parcela ? conta.parcelaNumero : null,
      substituida_por: situacao === 'negociada' ? negociacaoId : null,
      pago_em: situacao === 'paga' ? conta.pagaEm : null,
      created_at: agora,
      updated_at: agora,
    }
  })
  const gravadas = await trx.insertInto('conta').values(linhas).returning('id').execute()
  const ids = new Map(historia.contas.map((conta, i) => [conta, gravadas[i]!.id]))
  const originais = historia.contas.filter((conta) => conta.papel !== 'parcela' && !conta.pagaEm)
  if (negociacaoId && originais.length > 0) {
    await trx
      .insertInto('negociacao_conta')
      .values(
        originais.map((conta) => ({
          negociacao_id: negociacaoId,
          conta_id: ids.get(conta)!,
          aberto_centavos: conta.valorCentavos,
        })),
      )
      .execute()
  }
  return ids
}

async function gravarPagamentos(
  { trx, sorteio, agora }: Cenario,
  clienteId: number,
  historia: Historia,
  ids: Map<ContaContada, number>,
  operadorId: number | null,
) {
  for (const conta of historia.contas) {
    if (!conta.pagaEm) continue
    const { id } = await trx
      .insertInto('pagamento')
      .values({
        cliente_id: clienteId,
        valor_centavos: conta.valorCentavos,
        pago_em: conta.pagaEm,
        forma: sorteio.escolher(['pix', 'pix', 'boleto', 'transferencia'] as const),
        usuario_id: operadorId,
        operador_id: operadorId,
        criado_em: ateAgora(`${conta.pagaEm}T17:00:00Z`, agora),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('pagamento_alocacao')
      .values({
        pagamento_id: id,
        conta_id: ids.get(conta)!,
        principal_centavos: conta.valorCentavos,
        encargos_centavos: 0,
      })
      .execute()
  }
}

async function gravarEnvios(
  cena: Cenario,
  clienteId: number,
  contatoId: number,
  ficha: Ficha,
  historia: Historia,
  ids: Map<ContaContada, number>,
) {
  const { trx, sorteio } = cena
  for (const envio of historia.envios) {
    const aceita = new Date(envio.em)
    const lida = sorteio.chance(0.8)
    const { id } = await trx
      .insertInto('mensagem')
      .values({
        cliente_id: clienteId,
        contato_id: contatoId,
        direcao: 'enviada',
        tipo: 'template',
        conteudo: cena.redigir(envio, ficha),
        status: lida ? 'lida' : 'entregue',
        automatica: true,
        finalidade: finalidadeDaRegua(envio.tipo),
        modelo_tipo: envio.tipo,
        envio: 'aceita',
        wamid: `wamid.demo-${clienteId}-${envio.dia}`,
        dia: envio.dia,
        passo: envio.passo,
        tentativas: 1,
        aceita_em: aceita,
        entregue_em: new Date(aceita.getTime() + 4_000),
        lida_em: lida ? new Date(aceita.getTime() + sorteio.inteiro(1, 90) * MINUTO) : null,
        contou_chamada: envio.tipo !== 'parcela',
        preco_tipo: 'regular',
        preco_categoria: 'utility',
        telefone: ficha.telefone,
        created_at: aceita,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('cobranca_passo')
      .values(
        envio.contas.map((conta) => ({
          conta_id: ids.get(conta)!,
          dias: envio.passo,
          vencimento: conta.vencimento,
          mensagem_id: id,
          cliente_id: clienteId,
        })),
      )
      .onConflict((c) => c.doNothing())
      .execute()
  }
  const ultimo = historia.envios.at(-1)
  if (ultimo) {
    await trx
      .updateTable('contato')
      .set({ ultimo_modelo_dia: ultimo.dia, ultima_cobranca_dia: ultimo.dia, ultimo_contato_em: ultimo.em })
      .where('id', '=', contatoId)
      .execute()
    await trx.updateTable('cliente').set({ ultimo_contato_em: ultimo.em }).where('id', '=', clienteId).execute()
  }
}

/** The talk of those who answered: some wait unread, some are being served, some ended months ago. */
async function gravarConversa(
  cena: Cenario,
  clienteId: number,
  contatoId: number,
  historia: Historia,
  operadorId: number | null,
) {
  const { sorteio, agora } = cena
  const aberta = historia.enredo === 'respondeu' || historia.enredo === 'em_atendimento'
  const ultimo = historia.envios.at(-1)
  if (!aberta && !(ultimo && sorteio.chance(0.35))) return
  const inicio = aberta
    ? menos(agora, sorteio.inteiro(4, 300))
    : new Date(Date.parse(ultimo!.em) + sorteio.inteiro(10, 600) * MINUTO)
  const { deles, nosso, fim } = sorteio.escolher(DIALOGOS)
  const falas: { texto: string; deles: boolean }[] = [{ texto: deles, deles: true }]
  if (sorteio.chance(0.4)) falas.unshift({ texto: SAUDACAO, deles: true })
  if (!aberta || (historia.enredo === 'em_atendimento' && operadorId)) falas.push({ texto: nosso, deles: false })
  if (!aberta) falas.push({ texto: fim, deles: true })
  const naoLidas = historia.enredo === 'respondeu' ? falas.length : 0
  let em = inicio
  for (const fala of falas) {
    await gravarFala(cena, clienteId, contatoId, fala, em, operadorId ?? cena.operadores[0] ?? null, naoLidas > 0)
    em = new Date(Math.min(em.getTime() + sorteio.inteiro(1, 9) * MINUTO, agora.getTime()))
  }
  await cena.trx
    .updateTable('cliente')
    .set({ nao_lidas: naoLidas, numero_chamadas: 0 }) // who answers begins to be counted anew
    .where('id', '=', clienteId)
    .execute()
  await cena.trx
    .updateTable('contato')
    .set({ janela_ate: new Date(em.getTime() + 24 * 60 * MINUTO) })
    .where('id', '=', contatoId)
    .execute()
}

async function gravarFala(
  { trx }: Cenario,
  clienteId: number,
  contatoId: number,
  fala: { texto: string; deles: boolean },
  em: Date,
  autorId: number | null,
  naoLida: boolean,
) {
  await trx
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      contato_id: contatoId,
      tipo: 'texto',
      conteudo: fala.texto,
      wamid: `wamid.demo-${clienteId}-${em.getTime()}-${fala.deles ? 'r' : 'e'}`,
      created_at: em,
      ...(fala.deles
        ? {
            direcao: 'recebida' as const,
            status: 'recebida' as const,
            finalidade: 'recebida' as const,
            meta_em: em,
            nao_lida: naoLida,
          }
        : {
            direcao: 'enviada' as const,
            status: 'lida' as const,
            finalidade: 'atendimento' as const,
            autor_id: autorId,
            envio: 'aceita' as const,
            aceita_em: em,
            entregue_em: em,
            lida_em: em,
          }),
    })
    .execute()
}
