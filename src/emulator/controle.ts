import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Abertas } from './abertas.ts'
import { ASSINATURAS, NIVEIS, type Nivel, QUALIDADES, SITUACOES_CONTA, TOKENS } from './conta.ts'
import type { Emulador, Nucleo } from './emulador.ts'
import type { Envios } from './envios.ts'
import { NUMEROS_ESPECIAIS } from './especiais.ts'
import { type ModeloEmulado, StatusModelo } from './modelos.forma.ts'
import { MOTIVOS_DE_RECUSA } from './modelos.revisao.ts'
import { type Aparelho, waId } from './mundo.ts'
import { type Acao, AcaoImpossivel } from './recebidas.ts'

const NUMERO = z.string().regex(/^\+?\d{8,15}$/, { error: 'Informe o telefone com país e DDD.' })
const Telefone = z.object({ telefone: NUMERO })
const chance = z.number().min(0).max(1)
const Comportamento = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('aceita') }),
  z.object({ tipo: z.literal('falha'), codigo: z.int() }),
  z.object({ tipo: z.literal('recusa'), codigo: z.int() }),
  z.object({ tipo: z.literal('corta') }),
  z.object({ tipo: z.literal('emudece') }),
])
const Ajustes = z
  .object({
    entrega: z.boolean(),
    bloqueou: z.boolean(),
    leAoAbrir: z.boolean(),
    leSozinho: z.boolean(),
    respondeSozinho: z.boolean(),
    semNono: z.boolean().nullable(),
    escondeTelefone: z.boolean(),
    resposta: Comportamento.nullable(),
    atrasoWebhookMs: z.int().min(0).max(86_400_000),
  })
  .partial()
const Chaves = z
  .object({
    situacao: z.literal(SITUACOES_CONTA),
    token: z.enum(TOKENS),
    assinatura: z.enum(ASSINATURAS),
    personagens: z.boolean(),
    leSozinho: z.boolean(),
    vazaoPorSegundo: z.number().min(1).max(1_000_000),
    qualidade: z.enum(QUALIDADES),
    nivel: z.enum(Object.keys(NIVEIS) as Nivel[]),
    verificada: z.boolean(),
    revisaoMs: z.int().min(0).max(86_400_000).nullable(),
    criacoesPorHora: z.int().min(0).max(100),
    recusa: z.enum(MOTIVOS_DE_RECUSA).nullable(),
    caos: z
      .object({
        duplicar: chance,
        desordenar: chance,
        erro429: chance,
        erro5xx: chance,
        cortarAntes: chance,
        cortarDepois: chance,
        lentidao: chance,
        lentidaoMs: z.int().min(0).max(600_000),
      })
      .partial(),
  })
  .partial()
const MudancaDeModelo = z
  .object({
    status: StatusModelo,
    motivo: z.string(),
    qualidade: z.enum(QUALIDADES),
    categoria: z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']),
    ritmo: z.enum(['livre', 'retido', 'descartado']),
  })
  .partial()
const comum = { cita: z.string().optional(), quando: z.iso.datetime().optional() }
const NovaMensagem = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('texto'), texto: z.string().min(1).max(4096), ...comum }),
  z.object({ tipo: z.literal('botao'), wamid: z.string(), botao: z.string(), ...comum }),
  z.object({ tipo: z.literal('reacao'), wamid: z.string(), emoji: z.string().max(20), ...comum }),
  z.object({
    tipo: z.literal('midia'),
    mime: z.string().regex(/^[\w.+-]+\/[\w.+-]+(; ?[\w=]+)?$/),
    nome: z.string().max(200).optional(),
    legenda: z.string().max(1024).optional(),
    base64: z.base64().optional(),
    ...comum,
  }),
  z.object({
    tipo: z.literal('lugar'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    nome: z.string().max(200).optional(),
    endereco: z.string().max(300).optional(),
    ...comum,
  }),
  z.object({ tipo: z.literal('contato'), nome: z.string().min(1).max(200), telefone: NUMERO, ...comum }),
  z.object({ tipo: z.literal('edicao'), wamid: z.string(), texto: z.string().min(1).max(4096), ...comum }),
  z.object({ tipo: z.literal('apagamento'), wamid: z.string(), ...comum }),
])
const Busca = z.object({
  busca: z.string().max(100).default(''),
  limite: z.coerce.number().int().min(1).max(500).default(60),
})

/** What tests and the page turn and see. Not part of WhatsApp: Meta has nothing of the kind. */
export function plugarControle(app: FastifyInstance, nucleo: Nucleo, emulador: Emulador, envios: Envios) {
  const { mundo, chaves, entregador, modelos, agora } = nucleo
  const abertas = new Abertas(app)

  app.setErrorHandler((erro, _request, reply) => {
    if (erro instanceof z.ZodError) {
      const [falha] = erro.issues
      return reply.status(422).send({ message: `${falha?.path.join('.') || 'pedido'}: ${falha?.message}` })
    }
    if (erro instanceof AcaoImpossivel) return reply.status(409).send({ message: erro.message })
    const { statusCode = 500 } = erro as { statusCode?: number }
    if (statusCode >= 500) throw erro
    return reply.status(statusCode).send({ message: 'O pedido não pôde ser lido.' })
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: 'O emulador não tem esse endereço.' }))

  const estado = () => ({
    relogio: agora().toISOString(),
    empresa: nucleo.conta.nomeVerificado,
    numero: nucleo.conta.numero,
    webhook: entregador.url,
    chaves,
    contagem: {
      aceitas: envios.aceitas,
      recusadas: envios.recusadas,
      recebidas: emulador.recebidas.recebidas,
      webhooks_pendentes: entregador.pendentes,
      webhooks_descartados: entregador.descartados,
      aparelhos: mundo.quantos,
    },
    especiais: Object.entries(NUMEROS_ESPECIAIS).map(([final, { descricao, ...resto }]) => ({
      final,
      descricao,
      ...resto,
    })),
  })
  app.get('/estado', async () => estado())
  app.patch('/estado', async (request) => {
    const { caos, ...resto } = Chaves.parse(request.body)
    Object.assign(chaves.caos, caos)
    emulador.virar(semVazios(resto))
    if (resto.leSozinho !== undefined) for (const um of mundo.aparelhos) um.ajustes.leSozinho = resto.leSozinho
    return estado()
  })

  app.get('/telefones', async (request) => {
    const { busca, limite } = Busca.parse(request.query)
    return { data: await listar(nucleo, busca, limite) }
  })
  app.get('/telefones/:telefone', async (request) => {
    const telefone = telefoneDe(request)
    const { abrir } = z.object({ abrir: z.enum(['0', '1']).default('0') }).parse(request.query)
    const aparelho = abrir === '1' ? emulador.abrir(telefone) : emulador.aparelho(telefone)
    await darNomes(nucleo, [aparelho])
    return detalhar(aparelho, emulador)
  })
  app.patch('/telefones/:telefone', async (request) =>
    detalhar(emulador.ajustar(telefoneDe(request), semVazios(Ajustes.parse(request.body))), emulador),
  )
  app.post('/telefones/:telefone/mensagens', { bodyLimit: 28 * 1024 * 1024 }, async (request, reply) => {
    const corpo = NovaMensagem.parse(request.body)
    const { cita, quando } = corpo
    const mensagem = await emulador.recebidas.receber(telefoneDe(request), acaoDe(corpo), {
      cita,
      quando: quando === undefined ? undefined : new Date(quando),
    })
    return reply.status(201).send(mensagem)
  })
  app.post('/telefones/:telefone/numero', async (request) => {
    const { novo } = z.object({ novo: NUMERO }).parse(request.body)
    return detalhar(emulador.recebidas.trocarNumero(telefoneDe(request), comMais(novo)), emulador)
  })
  app.post('/telefones/:telefone/marketing', async (request) => {
    const { aceita } = z.object({ aceita: z.boolean() }).parse(request.body)
    return detalhar(emulador.recebidas.preferir(telefoneDe(request), aceita), emulador)
  })

  app.get('/webhooks', async (request) => {
    const { limite } = Busca.parse(request.query)
    return { data: entregador.log(limite) }
  })
  app.post('/webhooks/:id/repetir', async (request, reply) => {
    const { id } = z.object({ id: z.coerce.number().int() }).parse(request.params)
    if (entregador.repetir(id)) return { ok: true }
    return reply.status(404).send({ message: 'Este webhook já não está na memória do emulador.' })
  })

  app.get('/envios', async (request) => {
    const { referencia } = z.object({ referencia: z.string().optional() }).parse(request.query)
    const todos = envios.aceitos
    return { data: referencia === undefined ? todos : todos.filter((envio) => envio.referencia === referencia) }
  })
  app.get('/modelos', async () => ({ data: modelos.todos }))
  app.patch('/modelos/:id', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params)
    const { status, motivo, qualidade, categoria, ritmo } = MudancaDeModelo.parse(request.body)
    const modelo = modelos.porId(id)
    if (!modelo) return reply.status(404).send({ message: 'Este modelo não existe no emulador.' })
    if (qualidade) modelos.mudarQualidade(modelo, qualidade)
    if (categoria) modelos.mudarCategoria(modelo, categoria)
    if (ritmo) mudarRitmo(modelo, ritmo)
    if (status === 'PAUSED') modelos.pausar(modelo)
    else if (status) modelos.mudarStatus(modelo, status, motivo)
    return modelo
  })

  /** Held messages go, or are dropped with the template that they used. */
  function mudarRitmo(modelo: ModeloEmulado, ritmo: 'livre' | 'retido' | 'descartado') {
    if (ritmo === 'descartado') modelos.pausarPeloRitmo(modelo)
    else modelos.reter(modelo, ritmo === 'retido')
    if (ritmo !== 'retido') envios.soltar(modelo.id, ritmo === 'descartado' ? 132015 : null)
  }

  app.get('/eventos', (request, reply) => {
    const resposta = abertas.guardar(reply)
    resposta.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    resposta.write('retry: 2000\n\n')
    const parar = juntar(emulador, (aparelhos) =>
      resposta.write(`event: mudou\ndata: ${JSON.stringify(aparelhos)}\n\n`),
    )
    request.raw.once('close', parar)
  })
}

const telefoneDe = (request: FastifyRequest) => {
  const { telefone } = Telefone.parse(request.params)
  return comMais(telefone)
}

const comMais = (telefone: string) => (telefone.startsWith('+') ? telefone : `+${telefone}`)

const semVazios = <T extends object>(objeto: T) =>
  Object.fromEntries(Object.entries(objeto).filter(([, valor]) => valor !== undefined))

/** A small picture for whoever sends one without bringing its bytes: one grey dot. */
const PONTO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM0MDD4DwADSAGd7YqYpAAAAABJRU5ErkJggg=='

function acaoDe(corpo: z.infer<typeof NovaMensagem>): Acao {
  if (corpo.tipo !== 'midia') return corpo
  const { mime, nome, legenda, base64 = PONTO } = corpo
  return { tipo: 'midia', mime, nome, legenda, bytes: Buffer.from(base64, 'base64') }
}

async function darNomes({ opcoes }: Nucleo, aparelhos: Aparelho[]): Promise<void> {
  if (!opcoes.nomes || aparelhos.length === 0) return
  const nomes = await opcoes.nomes(aparelhos.map(({ telefone }) => telefone))
  for (const aparelho of aparelhos) aparelho.nome = nomes.get(aparelho.telefone) ?? aparelho.nome
}

/** Phones with messages, latest first, then people of the register who have none yet. */
async function listar(nucleo: Nucleo, busca: string, limite: number) {
  const { mundo, opcoes } = nucleo
  const doRegistro = opcoes.procurar ? await opcoes.procurar(busca, limite) : []
  for (const { telefone, nome } of doRegistro) {
    const aparelho = mundo.procurar(telefone)
    if (aparelho) aparelho.nome = nome
  }
  const recentes = [...mundo.aparelhos].reverse()
  if (busca === '') await darNomes(nucleo, recentes.slice(0, limite))
  const achados = recentes.filter((aparelho) => combina(aparelho, busca)).slice(0, limite)
  const vistos = new Set(achados.map(({ id }) => id))
  const outros = doRegistro
    .map(({ telefone, nome }) => ({ ...mundo.ver(telefone), nome }))
    .filter(({ id }) => !vistos.has(id))
  return [...achados, ...outros].slice(0, limite).map(resumir)
}

function combina({ telefone, nome }: Aparelho, busca: string): boolean {
  const digitos = busca.replace(/\D/g, '')
  if (digitos.length >= 3 && telefone.includes(digitos)) return true
  return normalizar(nome ?? '').includes(normalizar(busca))
}

const normalizar = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

function resumir(aparelho: Aparelho) {
  const ultima = aparelho.mensagens.at(-1)
  return {
    telefone: aparelho.telefone,
    nome: aparelho.nome,
    nao_lidas: aparelho.naoLidas,
    ultima: ultima
      ? {
          texto: ultima.texto,
          quando: ultima.quando,
          direcao: ultima.direcao,
          tipo: ultima.tipo,
          ...(ultima.mudada ? { mudada: ultima.mudada } : {}),
          erro: ultima.status === 'failed' ? ultima.erro : null,
        }
      : null,
  }
}

function detalhar(aparelho: Aparelho, { webhooks }: Emulador) {
  const { id, telefone, nome, bsuid, ajustes, mensagens, janelaAte, querMarketing, naoLidas } = aparelho
  return {
    id,
    telefone,
    nome,
    wa_id: waId(aparelho),
    bsuid,
    ajustes,
    quer_marketing: querMarketing,
    nao_lidas: naoLidas,
    janela_ate: janelaAte > 0 ? new Date(janelaAte).toISOString() : null,
    mensagens,
    webhooks: webhooks.log(30, aparelho.id),
  }
}

const RESPIRO_MS = 150

/** Changes told together, a few times a second at most; `null` stands for everything. */
function juntar(emulador: Emulador, contar: (aparelhos: string[] | null) => void): () => void {
  let marcado: NodeJS.Timeout | null = null
  let mudados = new Set<string>()
  let tudo = false
  const parar = emulador.ouvir((aparelho) => {
    if (aparelho === null) tudo = true
    else mudados.add(aparelho)
    marcado ??= setTimeout(() => {
      marcado = null
      contar(tudo || mudados.size > 50 ? null : [...mudados])
      mudados = new Set()
      tudo = false
    }, RESPIRO_MS)
  })
  return () => {
    parar()
    if (marcado) clearTimeout(marcado)
  }
}
