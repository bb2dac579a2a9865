import fc from 'fast-check'
import { cliente, disputado, passoDaPagina, passoDaTratativa, qual, quem } from './passos-do-cliente.ts'

const TEXTOS = ['Oi, posso pagar na sexta?', 'PARAR', 'sair', 'VOLTAR', 'Já paguei', 'Quem é?'] as const
export const TELEFONES = [
  '+5511980000001',
  '+5592980000002', // an hour behind, under another state's law
  '+5531980000003', // its wa_id has no ninth digit
  '+5511900000026', // accepted, then fails: not on WhatsApp
  '+5511900000097', // the connection is cut: the outcome is unknown
  '+5511900000090', // refused
] as const

const passoDePessoa = fc.oneof(
  { weight: 6, arbitrary: passoDaTratativa },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('assumir'), quem, cliente }) },
  fc.record({ tipo: fc.constant('pausar'), quem, cliente, dias: fc.constantFrom(null, 1, 3) }),
  fc.record({ tipo: fc.constant('reativar'), quem, cliente, amanha: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('devolver'), quem, cliente }) },
  {
    weight: 3,
    arbitrary: fc.record({
      tipo: fc.constant('negociar'),
      quem,
      cliente,
      parcelas: fc.integer({ min: 1, max: 3 }),
      todas: fc.boolean(),
      encargos: fc.boolean(),
      entrada: fc.boolean(),
      em: fc.integer({ min: 0, max: 4 }),
    }),
  },
  fc.record({ tipo: fc.constant('cancelar_acordo'), quem, cliente }),
  {
    weight: 4,
    arbitrary: fc.record({
      tipo: fc.constant('pagar'),
      quem,
      cliente,
      conta: qual,
      quanto: fc.constantFrom('parte', 'tudo'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('estornar'), quem, cliente, pagamento: qual }) },
  fc.record({ tipo: fc.constant('escrever'), quem, cliente, template: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('codigo'), quem, cliente, conta: qual, todas: fc.boolean() }) },
  fc.record({ tipo: fc.constant('ler'), quem, cliente }),
  fc.record({ tipo: fc.constant('confirma_pessoa'), quem, cliente }),
  fc.record({ tipo: fc.constant('contato'), quem, cliente, telefone: fc.constantFrom(...TELEFONES) }),
  fc.record({ tipo: fc.constant('conta_nova'), quem, cliente, em: fc.integer({ min: -12, max: 6 }) }),
  fc.record({ tipo: fc.constant('conta_muda'), quem, cliente, conta: qual, em: fc.integer({ min: -6, max: 6 }) }),
  fc.record({ tipo: fc.constant('conta_cancela'), quem, cliente, conta: qual }),
)
export type PassoDePessoa = typeof passoDePessoa extends fc.Arbitrary<infer T> ? T : never

const passoDeAdmin = fc.oneof(
  fc.record({ tipo: fc.constant('transferir'), cliente, para: fc.constantFrom(0, 1, null) }),
  fc.record({ tipo: fc.constant('distribuir'), entre: fc.constantFrom([0], [1], [0, 1]) }),
  fc.record({ tipo: fc.constant('anonimizar'), cliente }),
  {
    weight: 2,
    arbitrary: fc.record({
      tipo: fc.constant('regua'),
      passos: fc.constantFrom(0, 0, 1, 2, 3),
      horario: fc.constantFrom(0, 0, 1),
      uteis: fc.boolean(),
      feriado: fc.constantFrom(null, 0, 1, 3),
      maximo: fc.constantFrom(2, 3, 6),
      intervalo: fc.constantFrom(0, 2, 3),
      multa: fc.constantFrom(2, 2, 0, 1.5),
      juros: fc.constantFrom(1, 1, 0, 0.33),
    }),
  },
  fc.record({ tipo: fc.constant('pergunta'), de_quem: fc.constantFrom('nunca', 'cpf', 'sempre', 'sempre') }),
  fc.record({ tipo: fc.constant('bloquear'), quem }),
  fc.record({ tipo: fc.constant('desbloquear'), quem }),
  { weight: 3, arbitrary: fc.record({ tipo: fc.constant('verificar') }) },
)
export type PassoDeAdmin = typeof passoDeAdmin extends fc.Arbitrary<infer T> ? T : never

const passoDeImportacao = fc.oneof(
  fc.record({ tipo: fc.constant('csv'), quem, cliente, em: fc.integer({ min: -8, max: 5 }) }),
  fc.record({ tipo: fc.constant('nota'), quem, cliente, nota: fc.nat({ max: 2 }) }),
  fc.record({ tipo: fc.constant('nota_cancelada'), quem, nota: fc.nat({ max: 2 }) }),
  fc.record({ tipo: fc.constant('desfazer'), quem }),
)

/** What banks report, and what an administrator does with it; a movement is one of the latest. */
const passoDaConciliacao = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      tipo: fc.constant('chega'),
      origem: fc.constantFrom('pix', 'ofx', 'cnab400'),
      cliente,
      conta: qual,
      quanto: fc.constantFrom('tudo', 'tudo', 'parte', 'demais'),
      haDias: fc.constantFrom(0, 0, 1, 3),
      deNovo: fc.boolean(),
    }),
  },
  fc.record({ tipo: fc.constant('volta'), movimento: qual, tudo: fc.boolean() }),
  {
    weight: 4,
    arbitrary: fc.record({
      tipo: fc.constant('concilia'),
      movimento: qual,
      acao: fc.constantFrom('aplicar', 'sugestao', 'credito', 'ignorar', 'desfazer', 'devolvido', 'vincular'),
      cliente,
      conta: qual,
    }),
  },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('julgar') }) },
)
export type PassoDaConciliacao = typeof passoDaConciliacao extends fc.Arbitrary<infer T> ? T : never

/** Imports a bank file, which may repeat movements already reported, or undoes the last import. */
const passoDoExtrato = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      tipo: fc.constant('extrato'),
      formato: fc.constantFrom('ofx', 'ofx', 'cnab400'),
      cliente,
      conta: qual,
      quanto: fc.constantFrom('tudo', 'tudo', 'parte', 'demais'),
      haDias: fc.constantFrom(0, 0, 1, 3),
      sobrepoe: fc.boolean(),
      deNovo: fc.boolean(),
    }),
  },
  fc.record({ tipo: fc.constant('desfaz_extrato') }),
)
export type PassoDoExtrato = typeof passoDoExtrato extends fc.Arbitrary<infer T> ? T : never

const passoDoMundo = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ tipo: fc.constant('responde'), cliente, texto: fc.constantFrom(...TEXTOS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ tipo: fc.constant('toca'), cliente, botao: fc.constantFrom('Sim', 'Sim', 'Não sou eu') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ tipo: fc.constant('conta_meta'), situacao: fc.constantFrom(190, 131042) }),
  },
)

/** A code is paid, live or not; the bank sends a webhook or has to be asked. */
const passoDoBanco = fc.oneof(
  { weight: 3, arbitrary: fc.record({ tipo: fc.constant('pix'), codigo: fc.nat({ max: 9 }), avisa: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ tipo: fc.constant('banco') }) },
  fc.record({ tipo: fc.constant('psp_cai'), vezes: fc.integer({ min: 1, max: 4 }) }),
)
export type PassoDoBanco = typeof passoDoBanco extends fc.Arbitrary<infer T> ? T : never

/** Webhooks arrive in any order, some of them twice; arrival and processing are separate steps. */
const passoDaEntrada = fc.oneof(
  fc.record({ tipo: fc.constant('chegam'), ordem: fc.nat({ max: 9_999 }) }),
  fc.record({ tipo: fc.constant('processar') }),
)

const passoDoMotor = fc.oneof(
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('executar'), forcado: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('dia') }) },
  { weight: 3, arbitrary: fc.record({ tipo: fc.constant('despachar') }) },
  // A crash at each moment of a send.
  {
    weight: 2,
    arbitrary: fc.record({ tipo: fc.constant('queda'), quando: fc.constantFrom('reivindicada', 'marcada', 'enviada') }),
  },
  // Background jobs.
  { weight: 6, arbitrary: fc.record({ tipo: fc.constant('turno') }) },
)

const passoDoRelogio = fc.oneof(
  { weight: 2, arbitrary: fc.record({ tipo: fc.constant('passar'), horas: fc.constantFrom(1, 3, 12) }) },
  { weight: 3, arbitrary: fc.record({ tipo: fc.constant('amanhecer'), dias: fc.constantFrom(1, 1, 2, 3, 6) }) },
)

/** Two people at the same instant, half of the time on the same customer. */
const aoMesmoTempo = fc
  .record({ um: passoDePessoa, outro: passoDePessoa, mesmo: fc.boolean() })
  .map(({ um, outro, mesmo }) => ({
    tipo: 'juntos' as const,
    um: mesmo ? { ...um, quem: 0 as const } : um,
    outro: mesmo ? { ...outro, quem: 1 as const, cliente: um.cliente } : outro,
  }))
/** The customer on their page and an operator at the desk. */
const dosDoisLados = fc.record({ um: passoDaPagina, outro: passoDePessoa }).map(({ um, outro }) => ({
  tipo: 'juntos' as const,
  um: { ...outro, cliente: um.cliente },
  outro: um,
}))
/** Both act on the same customer. */
const disputa = cliente.map((qual) => ({
  tipo: 'juntos' as const,
  um: { tipo: 'assumir' as const, quem: 0 as const, cliente: qual },
  outro: { tipo: 'assumir' as const, quem: 1 as const, cliente: qual },
}))
const juntos = fc.oneof(
  { weight: 2, arbitrary: aoMesmoTempo },
  { weight: 2, arbitrary: dosDoisLados },
  { weight: 1, arbitrary: disputa },
)

/** The policy for agreements, and an administrator's decisions about those beyond it. */
const passoDaOferta = fc.oneof(
  fc.record({ tipo: fc.constant('politica'), qual: fc.constantFrom('larga', 'larga', 'apertada', 'nenhuma') }),
  {
    weight: 2,
    arbitrary: fc.record({
      tipo: fc.constant('decide'),
      acordo: qual,
      como: fc.constantFrom('aprovar', 'aprovar', 'recusar'),
    }),
  },
)
export type PassoDaOferta = typeof passoDaOferta extends fc.Arbitrary<infer T> ? T : never

export const passo = fc.oneof(
  { weight: 9, arbitrary: passoDePessoa },
  { weight: 4, arbitrary: passoDeAdmin },
  { weight: 2, arbitrary: passoDeImportacao },
  { weight: 4, arbitrary: passoDoMundo },
  { weight: 5, arbitrary: passoDaConciliacao },
  { weight: 2, arbitrary: passoDoExtrato },
  { weight: 2, arbitrary: passoDaOferta },
  { weight: 6, arbitrary: passoDaPagina },
  { weight: 5, arbitrary: passoDaEntrada },
  { weight: 4, arbitrary: passoDoBanco },
  { weight: 10, arbitrary: passoDoMotor },
  { weight: 5, arbitrary: passoDoRelogio },
  { weight: 4, arbitrary: juntos },
  { weight: 2, arbitrary: disputado },
)
export type Passo = typeof passo extends fc.Arbitrary<infer T> ? T : never
