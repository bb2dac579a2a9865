import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { criarCalendario, HORARIO_PADRAO, instanteDe, proximoDiaUtil } from '#domain/calendario.ts'
import { somarDias } from '#domain/data.ts'
import { avaliarTodos, type ClienteNaRegua, MODELOS_DO_MOTOR, type Momento } from '#domain/decisao.ts'
import { DA_REGUA } from '#domain/mensagem.ts'
import { PESSOA_DESCONHECIDA, type PessoaDoTelefone } from '#domain/pessoa.ts'
import { CONFIRMAR_PESSOA } from '#domain/recebimento.ts'
import { esperasEmCurso, type Retencao } from '#domain/retencao.ts'
import { lugarDe, UFS } from '#domain/uf.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { test } from '#test/world.ts'
import { decidir, type LinhaDecisao } from './selecao.ts'
import { selecionar } from './selecionar.actions.ts'

const DIAS = [-7, -3, -1, 0, 1, 2, 5, 10, 30]
const STATUS = ['ativo', 'negociado', 'em_atendimento', 'pausado', 'aguardando_atendimento'] as const
const diaPerto = (hoje: string) => fc.integer({ min: -45, max: 12 }).map((n) => somarDias(hoje, n))
const talvez = <T>(um: fc.Arbitrary<T>) => fc.option(um, { nil: null })

const mundo = fc.integer({ min: 0, max: 400 }).chain((n) => {
  const dia = somarDias('2026-03-01', n)
  const conta = fc.record({
    vencimento: diaPerto(dia),
    parcelaDeAcordo: fc.boolean(),
    coberto: talvez(fc.constantFrom(...DIAS)),
    valorCentavos: fc.constant(10_000),
    // Days from now to the last one on which its promise may be kept; one already over is not judged yet.
    promessa: fc.oneof(
      { arbitrary: fc.constant(null), weight: 4 },
      { arbitrary: fc.integer({ min: -2, max: 6 }), weight: 1 },
    ),
    contestada: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
    espera: talvez(
      fc.record({
        haDias: fc.integer({ min: 0, max: 6 }),
        causa: fc.constantFrom(
          'alta' as const,
          'media' as const,
          'baixa' as const,
          'decidida' as const,
          'reaberta' as const,
        ),
      }),
    ),
  })
  const contato = fc.record({
    listado: talvez(fc.integer({ min: 28, max: 32 })), // days since it was put on a list
    janela: fc.boolean(),
    aceita: fc.oneof({ arbitrary: fc.constant(true), weight: 5 }, { arbitrary: fc.constant(false), weight: 1 }),
    marketing: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
    invalido: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
    cobranca: talvez(fc.integer({ min: -4, max: 0 }).map((d) => somarDias(dia, d))),
    modelo: talvez(fc.integer({ min: -2, max: 0 }).map((d) => somarDias(dia, d))),
    alcancado: fc.boolean(),
    emVoo: talvez(fc.constantFrom('regua', 'parcela', 'confirmacao', 'atendimento', 'reengajar', 'pagamento')),
  })
  // Days since the phone was heard from as this customer's (or no more), and since each question; a freed one was never asked.
  const pessoa = fc.record({
    confirmadaHa: talvez(fc.constantFrom(0, 6, 12, 179, 180, 181)),
    esquecida: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, { arbitrary: fc.constant(true), weight: 1 }),
    negada: fc.oneof({ arbitrary: fc.constant(false), weight: 6 }, { arbitrary: fc.constant(true), weight: 1 }),
    perguntas: fc.array(fc.record({ ha: fc.constantFrom(1, 6, 7, 8, 20), liberada: fc.boolean() }), { maxLength: 2 }),
  })
  const cliente = fc.record({
    cpf: fc.boolean(),
    pessoa,
    proposta: fc.oneof(
      { arbitrary: fc.constant(null), weight: 5 },
      { arbitrary: fc.integer({ min: -2, max: 3 }), weight: 1 },
    ),
    autorizou: fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, { arbitrary: fc.constant(true), weight: 1 }),
    uf: talvez(fc.constantFrom('SP' as const, 'AM' as const, 'RJ' as const, 'AC' as const, 'PE' as const)),
    municipio: talvez(fc.constantFrom('São Paulo', 'TABATINGA', 'Fernando de Noronha', 'Parintins')),
    contato: talvez(fc.integer({ min: 0, max: 4 })),
    status: fc.oneof({ arbitrary: fc.constant('ativo' as const), weight: 3 }, fc.constantFrom(...STATUS)),
    chamadas: fc.integer({ min: 0, max: 3 }),
    contatadoHaMinutos: talvez(fc.integer({ min: 0, max: 6_000 })),
    creditoHaDias: fc.oneof(
      { arbitrary: fc.constant(null), weight: 3 },
      { arbitrary: fc.integer({ min: 0, max: 6 }), weight: 1 },
    ),
    contas: fc.array(conta, { minLength: 1, maxLength: 4 }),
  })
  return fc.record({
    dia: fc.constant(dia),
    hora: fc.constantFrom('00:30', '07:00', '08:30', '10:00', '15:00', '18:30', '21:00', '23:30'),
    semHoras: fc.boolean(), // the company's own reach from midnight to midnight: a day is another one elsewhere
    linhas: fc.uniqueArray(
      fc.record({
        uf: fc.oneof(fc.constantFrom('SP' as const, 'AM' as const, 'RJ' as const), fc.constantFrom(...UFS)),
        semana: talvez(fc.constantFrom({ inicio: '08:00', fim: '18:00' }, { inicio: '09:00', fim: '20:00' })),
        sabado: talvez(fc.constant({ inicio: '08:00', fim: '14:00' })),
        fonte: fc.constant('lei'),
        conferidoEm: fc.constant(dia),
      }),
      { selector: ({ uf }) => uf, maxLength: 4 },
    ),
    feriadosLocais: fc.array(
      fc.record({
        dia: fc.integer({ min: -3, max: 1 }).map((d) => somarDias(dia, d)),
        uf: fc.constantFrom('AM' as const, 'SP' as const),
        municipio: talvez(fc.constantFrom('parintins', 'São Paulo')),
      }),
      { maxLength: 2 },
    ),
    forcado: fc.boolean(),
    limite: talvez(fc.integer({ min: 0, max: 4 })),
    carencia: fc.integer({ min: 0, max: 3 }),
    aprovados: fc.subarray([...MODELOS_DO_MOTOR], { minLength: 2 }),
    marketing: fc.subarray([...MODELOS_DO_MOTOR], { maxLength: 2 }),
    confirmarPessoa: fc.constantFrom(...CONFIRMAR_PESSOA),
    feriados: fc.array(
      fc.integer({ min: -5, max: 2 }).map((d) => somarDias(dia, d)),
      { maxLength: 2 },
    ),
    regua: fc.record({
      passos: fc.uniqueArray(
        fc.record({
          dias: fc.constantFrom(...DIAS),
          tipo: fc.constantFrom('lembrete' as const, 'vencimento' as const, 'atraso' as const, 'atraso_grave' as const),
          ativo: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
        }),
        { selector: (passo) => passo.dias, maxLength: 7 },
      ),
      diasUteis: fc.boolean(),
      maxTentativas: fc.integer({ min: 1, max: 4 }),
      intervaloMinimoDias: fc.integer({ min: 0, max: 4 }),
    }),
    contatos: fc.array(contato, { minLength: 5, maxLength: 5 }),
    clientes: fc.array(cliente, { minLength: 1, maxLength: 12 }),
    porFatia: fc.constantFrom(2, 5, 30),
  })
})
type Mundo = typeof mundo extends fc.Arbitrary<infer T> ? T : never

const DIA_TODO = { inicio: '00:00', fim: '23:59', sabadoInicio: '00:00', sabadoFim: '23:59' }
const DDDS = ['11', '92', '21', '97', '81']

class Desfazer extends Error {}

describe('the statement says what the rule says', () => {
  test('over random worlds, for everyone and for each one alone', { timeout: 600_000 }, async ({ world }) => {
    await fc.assert(
      fc.asyncProperty(mundo, async (um) => {
        const agora = new Date(instanteDe(um.dia, um.hora))
        const momento: Momento = {
          dia: um.dia,
          hora: um.hora,
          forcado: um.forcado,
          limite: um.limite,
          carenciaDiasUteis: um.carencia,
          regua: um.regua,
          horario: um.semHoras ? DIA_TODO : HORARIO_PADRAO,
          lei: { linhas: um.linhas, feriados: um.feriadosLocais },
          calendario: criarCalendario(um.feriados),
          aprovados: new Set(um.aprovados),
          marketing: new Set(um.marketing),
          confirmarPessoa: um.confirmarPessoa,
        }
        await world.db
          .transaction()
          .execute(async (trx) => {
            const clientes = await criar(trx, um, momento, agora)
            expect(resumir(await decidir(trx, { momento, agora }))).toEqual(esperado(clientes, momento))
            // Some ids at a time, as a large company is judged.
            await selecionar(trx, { momento, agora }, um.porFatia)
            const { rows } = await sql<LinhaDecisao>`select * from decisao`.execute(trx)
            expect(resumir(rows)).toEqual(esperado(clientes, momento))
            const primeiro = clientes[0]!
            expect(resumir(await decidir(trx, { momento, agora, clientes: [primeiro.id] }))).toEqual(
              esperado([primeiro], momento),
            )
            throw new Desfazer()
          })
          .catch((erro: unknown) => {
            if (!(erro instanceof Desfazer)) throw erro
          })
      }),
      { numRuns: Number(process.env.PROPRIEDADE_RUNS ?? 90) },
    )
  })
})

const resumir = (linhas: Awaited<ReturnType<typeof decidir>>) =>
  linhas
    .map(({ cliente_id, motivo, passo, modelo, contas, passos, fila }) => ({
      id: cliente_id,
      motivo,
      passo,
      modelo,
      contas: (contas ?? []).map((id, i) => ({ id, passo: passos?.[i] })),
      fila,
    }))
    .sort((a, b) => a.id - b.id)

const esperado = (clientes: ClienteNaRegua[], momento: Momento) =>
  [...avaliarTodos(clientes, momento)].map(([id, avaliacao]) => ({ id, ...avaliacao })).sort((a, b) => a.id - b.id)

/** Writes the world, and gives it as the rule wants it. */
async function criar(trx: Trx, um: Mundo, momento: Momento, agora: Date): Promise<ClienteNaRegua[]> {
  const usuario = await trx
    .insertInto('usuario')
    .values({ name: 'Ana', email: 'ana@x.com', senha_hash: '', role: 'operador', created_at: agora, updated_at: agora })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contatos = await trx
    .insertInto('contato')
    .values(
      um.contatos.map((contato, i) => ({
        canonico: `55118000000${i}`,
        hash: Buffer.from(`${i}`),
        aceita_mensagens: contato.aceita,
        janela_ate: new Date(agora.getTime() + (contato.janela ? 3_600_000 : -3_600_000)),
        aceita_marketing: contato.marketing,
        invalido_em: contato.invalido ? agora : null,
        ultimo_modelo_dia: contato.modelo,
        ultima_cobranca_dia: contato.cobranca,
        ultimo_contato_em: contato.alcancado ? new Date(agora.getTime() - 3_600_000) : null,
      })),
    )
    .returning('id')
    .execute()
  for (const [i, { listado }] of um.contatos.entries())
    if (listado !== null)
      await trx
        .insertInto('bloqueio')
        .values({ canonico: `55118000000${i}`, origem: 'PROCON', registrado_em: somarDias(um.dia, -listado) })
        .execute()
  const prontos: ClienteNaRegua[] = []
  const comMensagem = new Set<number>()
  for (const [i, cliente] of um.clientes.entries()) {
    const { uf, municipio } = cliente
    const indice = cliente.contato
    const telefone = indice === null ? null : `+55${DDDS[indice]}980000000`
    const contatoId = indice === null ? null : contatos[indice]!.id
    const contato = indice === null ? null : um.contatos[indice]!
    const contas = cliente.contas.map((conta) => ({
      ...conta,
      vencimentoUtil: proximoDiaUtil(conta.vencimento, momento.calendario),
    }))
    const ultimoContatoEm =
      cliente.contatadoHaMinutos === null ? null : new Date(agora.getTime() - cliente.contatadoHaMinutos * 60_000)
    const { id } = await trx
      .insertInto('cliente')
      .values({
        nome: `C ${i}`,
        documento: documentoDe(i, cliente.cpf),
        telefone,
        uf,
        municipio,
        contato_id: contatoId,
        status: cliente.status,
        operador_id: usuario.id,
        numero_chamadas: cliente.chamadas,
        motivo_pausa: cliente.status === 'pausado' ? 'prazo' : null,
        aguardando_desde: cliente.status === 'aguardando_atendimento' ? agora : null,
        aguardando_motivo: cliente.status === 'aguardando_atendimento' ? 'respondeu' : null,
        aberto_centavos: 10_000 * contas.length,
        contas_abertas: contas.length,
        vencimento_mais_antigo: contas.map((conta) => conta.vencimentoUtil).sort()[0]!,
        ultimo_contato_em: ultimoContatoEm,
        created_at: agora,
        updated_at: agora,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (cliente.autorizou)
      await trx
        .insertInto('autorizacao')
        .values({ cliente_id: id, contato_id: contatoId, origem: 'x', texto: 'x', em: um.dia, criada_em: agora })
        .execute()
    const emVoo = contato?.emVoo ?? null
    const cobrando = emVoo === 'regua' || emVoo === 'parcela'
    const engajado = cobrando || emVoo === 'confirmacao'
    const cobradoHoje = engajado && indice !== null && !comMensagem.has(indice)
    if (contatoId !== null && emVoo !== null && !comMensagem.has(indice!)) {
      comMensagem.add(indice!)
      await mensagem(trx, { id, contatoId, finalidade: emVoo, envio: 'fila', dia: engajado ? um.dia : null, agora })
    }
    const perguntadoHoje = cobradoHoje && emVoo === 'confirmacao'
    const pessoa = await criarPessoa(trx, { id, contatoId, ...cliente.pessoa }, um.dia, agora)
    prontos.push({
      id,
      documento: documentoDe(i, cliente.cpf),
      pessoa: perguntadoHoje ? { ...pessoa, perguntas: pessoa.perguntas + 1, perguntadaEm: um.dia } : pessoa,
      contatoId,
      status: cliente.status,
      lugar: lugarDe({ uf, municipio, telefone }),
      numeroValido: contato !== null && !contato.invalido && !cliente.pessoa.negada,
      aceitaMensagens: contato?.aceita ?? true,
      bloqueado: contato !== null && (contato.listado ?? 0) >= 30 && !contato.janela && !cliente.autorizou,
      aceitaMarketing: contato?.marketing ?? true,
      numeroChamadas: cliente.chamadas,
      ultimoContatoEm: ultimoContatoEm?.toISOString() ?? null,
      ultimoModeloDia: emVoo !== null && emVoo !== 'pagamento' ? um.dia : (contato?.modelo ?? null),
      ultimaCobrancaDia: cobrando ? um.dia : (contato?.cobranca ?? null),
      alcancado: contato?.alcancado ?? false,
      cobradoHoje,
      contas: await criarContas(trx, { ...cliente, id }, contas, momento, agora),
    })
  }
  return prontos
}

async function criarContas(
  trx: Trx,
  { id: clienteId, creditoHaDias, proposta }: { id: number; creditoHaDias: number | null; proposta: number | null },
  contas: (Mundo['clientes'][number]['contas'][number] & { vencimentoUtil: string })[],
  momento: Momento,
  agora: Date,
) {
  const credito = creditoHaDias === null ? null : somarDias(momento.dia, -creditoHaDias)
  if (credito) await movimento(trx, { situacao: 'credito', clienteId, desde: instanteDe(credito, '12:00'), agora })
  const comAcordo = contas.some((conta) => conta.parcelaDeAcordo)
  const acordo = comAcordo
    ? await trx
        .insertInto('negociacao')
        .values({ ...NEGOCIACAO, cliente_id: clienteId, status: 'ativa', criada_em: agora })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null
  // One agreement under way at a time: what was accepted may be paid for some days yet, or should have been already.
  const propostaAte = acordo || proposta === null ? null : somarDias(momento.dia, proposta)
  if (propostaAte)
    await trx
      .insertInto('negociacao')
      .values({
        ...NEGOCIACAO,
        cliente_id: clienteId,
        status: 'proposta',
        vence_em: propostaAte,
        parcelas_previstas: '[]',
        criada_em: agora,
      })
      .execute()
  const prontas = []
  for (const [
    n,
    { vencimento, vencimentoUtil, parcelaDeAcordo, coberto, espera, promessa, contestada },
  ] of contas.entries()) {
    const { id } = await trx
      .insertInto('conta')
      .values({
        cliente_id: clienteId,
        numero: `${n}`,
        valor_centavos: 10_000,
        emissao: vencimento,
        vencimento,
        vencimento_util: vencimentoUtil,
        origem: parcelaDeAcordo ? 'negociacao' : 'manual',
        acordo_id: parcelaDeAcordo ? acordo!.id : null,
        parcela_numero: parcelaDeAcordo ? n : null,
        created_at: agora,
        updated_at: agora,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (coberto !== null) {
      const antiga = await mensagem(trx, {
        id: clienteId,
        contatoId: null,
        finalidade: 'atendimento',
        envio: 'aceita',
        dia: null,
        agora,
      })
      // An earlier step of the same due day, and one of a due day that is no longer written, change nothing.
      for (const [dias, dia] of [
        [coberto, vencimento],
        [coberto - 20, vencimento],
        [60, somarDias(vencimento, 1)],
      ] as const) {
        await trx
          .insertInto('cobranca_passo')
          .values({ conta_id: id, dias, vencimento: dia, mensagem_id: antiga, cliente_id: clienteId })
          .execute()
      }
    }
    if (contestada) await contestar(trx, id, clienteId, momento.dia, agora)
    if (promessa !== null) await prometer(trx, id, clienteId, somarDias(momento.dia, promessa), agora)
    if (espera) await esperar(trx, { contaId: id, clienteId, ...espera }, momento, agora)
    prontas.push({
      id,
      vencimento,
      vencimentoUtil,
      parcelaDeAcordo,
      coberto,
      retencao: comProposta(
        propostaAte,
        contestada
          ? { motivo: 'contestacao' as const, ate: null }
          : comPromessa(promessa, retencaoDe(espera, credito, momento), momento.dia),
        momento.dia,
      ),
    })
  }
  return prontas
}

const NEGOCIACAO = {
  valor_original_centavos: 1,
  encargos_centavos: 0,
  desconto_centavos: 0,
  valor_negociado_centavos: 1,
} as const

/** A CPF has eleven digits, whatever else a document is has none that count. */
const documentoDe = (i: number, cpf: boolean) => `${i}`.padStart(cpf ? 11 : 14, '0')

/** What is known of the phone, and what was asked over it, as the rule wants it. */
async function criarPessoa(
  trx: Trx,
  p: { id: number; contatoId: number | null } & Mundo['clientes'][number]['pessoa'],
  dia: string,
  agora: Date,
): Promise<PessoaDoTelefone> {
  if (p.contatoId === null) return PESSOA_DESCONHECIDA
  const confirmada = p.confirmadaHa === null ? null : instanteDe(somarDias(dia, -p.confirmadaHa), '00:00')
  if (confirmada !== null || p.negada)
    await trx
      .insertInto('pessoa_do_telefone')
      .values({
        cliente_id: p.id,
        contato_id: p.contatoId,
        negada_em: p.negada ? agora : null,
        confirmada_em: confirmada,
        confirmada_por: confirmada === null ? null : 'sim',
        ouvida_em: p.esquecida ? null : confirmada,
      })
      .execute()
  const { rows: feitas } = await sql<{ dia: string; conta: boolean }>`
    insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, liberada, created_at)
    select ${p.id}, ${p.contatoId}, 'enviada', 'template', 'x', 'pendente', 'confirmacao', 'aceita', n.em::date, n.liberada, n.quando
    from jsonb_to_recordset(${JSON.stringify(
      p.perguntas.map(({ ha, liberada }) => {
        const em = somarDias(dia, -ha)
        return { em, liberada, quando: instanteDe(em, '12:00') }
      }),
    )}::jsonb) as n(em text, liberada boolean, quando timestamptz)
    on conflict (dia, contato_id) where finalidade in ${lista(DA_REGUA)} and not liberada do nothing
    returning dia, not liberada and created_at > coalesce(${confirmada}::timestamptz, '-infinity') as conta`.execute(
    trx,
  )
  const contam = feitas.filter(({ conta }) => conta).map((feita) => feita.dia)
  return {
    ouvidaEm: p.esquecida || confirmada === null ? null : somarDias(dia, -p.confirmadaHa!),
    perguntas: contam.length,
    perguntadaEm: contam.sort().at(-1) ?? null,
  }
}

/** While a proposal may be paid, all that is owed waits for it, before any other reason. */
function comProposta(ate: string | null, outra: Retencao | null, dia: string): Retencao | null {
  if (ate === null) return outra
  const fim = [ate, dia].sort()[1]!
  if (outra === null) return { motivo: 'acordo', ate: fim }
  return { motivo: 'acordo', ate: outra.ate === null ? null : [fim, outra.ate].sort()[1]! }
}

type Espera = NonNullable<Mundo['clientes'][number]['contas'][number]['espera']>

/** What the rule of money on its way says of an account: by what it waits for, and by its customer's credit. */
function retencaoDe(espera: Espera | null, credito: string | null, { dia, calendario, carenciaDiasUteis }: Momento) {
  const fim = (desde: string | null, dias: number) =>
    esperasEmCurso(dia, dias, calendario).find((uma) => uma.desde === desde)?.ate ?? ''
  const desde = espera && espera.causa !== 'reaberta' ? somarDias(dia, -espera.haDias) : null
  const suspeita = espera?.causa === 'alta' || espera?.causa === 'media'
  const ate = [
    suspeita || credito ? fim(desde, carenciaDiasUteis) : '',
    credito && !(desde && desde <= credito) ? fim(credito, carenciaDiasUteis) : '',
    espera?.causa === 'reaberta' ? fim(somarDias(dia, -espera.haDias), 1) : '',
  ]
    .sort()
    .at(-1)!
  return ate === '' ? null : { motivo: 'pagamento_a_caminho' as const, ate }
}

/** Of two holds the first reason is named, until the last of them is over. */
function comPromessa(promessa: number | null, outra: ReturnType<typeof retencaoDe>, dia: string): Retencao | null {
  if (promessa === null) return outra
  const ate = [somarDias(dia, promessa), dia, outra?.ate ?? ''].sort().at(-1)!
  return { motivo: 'promessa', ate }
}

async function contestar(trx: Trx, contaId: number, clienteId: number, prazo: string, agora: Date) {
  const { id } = await trx
    .insertInto('contestacao')
    .values({ cliente_id: clienteId, motivo: 'valor', prazo, origem: 'operador', criada_em: agora })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('contestacao_conta')
    .values({ contestacao_id: id, conta_id: contaId, devido_centavos: 1 })
    .execute()
}

async function prometer(trx: Trx, contaId: number, clienteId: number, limite: string, agora: Date) {
  const { id } = await trx
    .insertInto('promessa')
    .values({
      cliente_id: clienteId,
      valor_centavos: 1,
      ate: somarDias(limite, -2),
      limite,
      origem: 'operador',
      depois_de: 0,
      criada_em: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('promessa_conta').values({ promessa_id: id, conta_id: contaId }).execute()
}

async function esperar(
  trx: Trx,
  { contaId, clienteId, haDias, causa }: Espera & { contaId: number; clienteId: number },
  { dia }: Momento,
  agora: Date,
) {
  const instante = instanteDe(somarDias(dia, -haDias), '09:00')
  const linha = causa === 'reaberta' ? { reaberta_em: instante } : { desde: instante }
  await trx
    .insertInto('conta_a_caminho')
    .values({ conta_id: contaId, ...linha })
    .execute()
  if (causa === 'reaberta') return
  const situacao = causa === 'decidida' ? 'ignorado' : 'sugerido'
  const movimento_id = await movimento(trx, { situacao, clienteId: null, desde: instante, agora })
  const certeza = causa === 'decidida' ? 'alta' : causa
  const sugestao = { movimento_id, ordem: 1, acao: 'aplicar' as const, cliente_id: clienteId, certeza, porque: 'x' }
  await trx.insertInto('sugestao').values(sugestao).execute()
  await trx
    .insertInto('sugestao_conta')
    .values({ movimento_id, ordem: 1, conta_id: contaId, valor_centavos: 1 })
    .execute()
}

async function movimento(
  trx: Trx,
  m: { situacao: 'credito' | 'sugerido' | 'ignorado'; clienteId: number | null; desde: string; agora: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('movimento')
    .values({
      origem: 'ofx',
      tipo: 'credito',
      dia: '2026-03-01',
      valor_centavos: 5,
      saiu: false,
      descricao: 'x',
      situacao: m.situacao,
      cliente_id: m.clienteId,
      credito_centavos: m.situacao === 'credito' ? 5 : 0,
      ignorado_centavos: m.situacao === 'ignorado' ? 5 : 0,
      a_julgar: false,
      a_caminho_desde: m.desde,
      created_at: m.agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function mensagem(
  trx: Trx,
  m: {
    id: number
    contatoId: number | null
    finalidade: string
    envio: 'fila' | 'aceita'
    dia: string | null
    agora: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, created_at)
    values (${m.id}, ${m.contatoId}, 'enviada', 'template', 'x', 'pendente', ${m.finalidade}, ${m.envio}, ${m.dia}, ${m.agora})
    returning id`.execute(trx)
  return rows[0]!.id
}
