import type { Page } from 'playwright-core'
import { botao, type Estado, mudando, responder, texto } from './estado.ts'

/** Receiving settings: without a bank, with one that answers, and with one that does not. */
export function recebimento(): Estado[] {
  const rota = '/admin/recebimento'
  const resposta = (mudar: object): NonNullable<Estado['respostas']> => [
    [/\/configuracoes\/recebimento/, mudando((um) => ({ ...um, ...mudar }))],
  ]
  const pix = { chave: '11222333000181', nome: 'Serra Azul', cidade: 'Campinas' }
  const ligado = {
    pix,
    psp: {
      base_url: 'https://pix.banco.example/v2',
      token_url: 'https://pix.banco.example/oauth/token',
      client_id: 'empresa',
      gravados: { client_secret: true, certificado: true, chave_privada: true, cabecalhos: false },
      certificado_ate: '2026-12-20T00:00:00.000Z',
      emulador: false,
    },
    webhook_url: 'https://cobranca.empresa.example/api/webhooks/pix/0123456789',
    situacao: 'conectado',
  }
  const parado = { ...ligado, situacao: 'erro', erro: 'O banco recusou o acesso.', webhook_erro: 'Cadastre à mão.' }
  return [
    { rota, nome: 'chave que não é', fazer: (pagina) => pagina.getByLabel('Chave Pix').fill('outra') },
    { rota, nome: 'com banco', respostas: resposta(ligado), ver: texto('Conectado') },
    { rota, nome: 'banco com erro', respostas: resposta(parado), ver: texto('O banco recusou o acesso.') },
    { rota, nome: 'ligar o banco', respostas: resposta({ pix }), abrir: botao('Ligar o banco') },
    { rota, nome: 'trocar o acesso', respostas: resposta(ligado), abrir: botao('Trocar acesso') },
    { rota, nome: 'desligar', respostas: resposta(ligado), abrir: botao('Desligar') },
    {
      rota,
      nome: 'avisos de lado',
      respostas: [...resposta({ ...ligado, avisos_de_lado: 1 }), AVISOS_DE_LADO],
      abrir: botao('Ver e tentar de novo'),
    },
  ]
}

const AVISOS_DE_LADO: NonNullable<Estado['respostas']>[number] = [
  /\/recebimento\/eventos/,
  responder({
    data: [
      {
        id: 1,
        end_to_end_id: 'E12345678202611241300abcdefghijk',
        situacao: 'de_lado',
        motivo: 'O sistema não conseguiu processar este aviso.',
        tentativas: 5,
        recebido_em: '2026-11-24T13:00:00.000Z',
        processado_em: null,
      },
    ],
    current_page: 1,
    last_page: 1,
    per_page: 20,
    total: 1,
  }),
]

const CREDITO = {
  id: 7,
  origem: 'ofx',
  tipo: 'credito',
  saiu: false,
  banco: '341',
  conta_bancaria: '1234/56789-0',
  dia: '2026-12-01',
  dia_credito: '2026-12-02',
  valor: 812.5,
  tarifa: 1.2,
  descricao: 'PIX TRANSF PADARIA EXEMPLO 01/12',
  pagador: { nome: 'PADARIA EXEMPLO', documento: '***982247**' },
  txid: null,
  end_to_end_id: null,
  nosso_numero: '109000150017',
  situacao: 'sugerido',
  motivo: null,
  sugestoes: ['alta', 'media', 'baixa'].map((certeza, i) => ({
    acao: i === 2 ? 'ignorar' : 'aplicar',
    cliente: i === 2 ? null : { id: 1, nome: 'Padaria Exemplo' },
    contas:
      i === 2
        ? []
        : [{ id: 1, numero: '15001', parcela: '1/1', vencimento: '2026-12-01', nome: 'NF-e 15.001 · 1/1', valor: 800 }],
    pagamento_id: null,
    certeza,
    porque: 'O documento de quem pagou é o da Padaria Exemplo.',
  })),
  cliente_id: null,
  cliente: null,
  aplicado: 0,
  credito: 0,
  devolvido: 0,
  sem_prova: 0,
  devolucoes: [],
  importacao_id: 3,
  created_at: '2026-12-02T11:10:00.000Z',
}

/** Movements: without owner, decided, a credit to refund; and the decisions on each. */
export function conciliacao(clienteId: number): Estado[] {
  const rota = '/admin/conciliacao'
  const dono = { id: clienteId, nome: 'Padaria Exemplo' }
  const sugestoes = CREDITO.sugestoes.map((uma) => ({ ...uma, cliente: uma.cliente && dono }))
  const sugerido = { ...CREDITO, sugestoes }
  const historico = { pagamentos: [], historico: [] }
  const credito = {
    ...CREDITO,
    situacao: 'credito',
    sugestoes: [],
    cliente_id: clienteId,
    cliente: dono,
    aplicado: 800,
    credito: 12.5,
  }
  const com = (um: object): NonNullable<Estado['respostas']> => [
    [/\/conciliacao\/movimentos\/7$/, responder({ ...um, ...historico })],
    [
      /\/conciliacao\/movimentos(\?|$)/,
      responder({ data: [um], current_page: 1, last_page: 1, per_page: 20, total: 1, soma: 812.5 }),
    ],
  ]
  const aberto = `${rota}?movimento=7`
  const painel = (pagina: Page) => pagina.getByText('O que pode ser').last()
  return [
    { rota, nome: 'sem dono', respostas: com(sugerido) },
    { rota: aberto, nome: 'movimento', respostas: com(sugerido), ver: painel },
    { rota: aberto, nome: 'ignorar', respostas: com(sugerido), ver: painel, abrir: botao('Não é de cliente') },
    { rota: aberto, nome: 'escolher contas', respostas: com(sugerido), ver: painel, abrir: botao('Escolher contas') },
    {
      rota: aberto,
      nome: 'selecionados',
      so: 'mesa',
      respostas: com(sugerido),
      fazer: (pagina) => pagina.getByLabel(/^Selecionar R/).check(),
    },
    {
      rota: `${rota}?aba=movimentos&importacao_id=3`,
      nome: 'de um arquivo',
      so: 'mesa', // on a phone the filters are behind a button
      respostas: [[/\/conciliacao\/importacoes\/3$/, responder({ id: 3, arquivo: 'extrato.ofx' })], ...com(credito)],
      ver: texto('extrato.ofx'),
    },
    { rota: `${rota}?aba=movimentos`, nome: 'fechamento', respostas: com(credito), ver: texto('Recebido') },
    { rota: `${aberto}&aba=movimentos`, nome: 'crédito', respostas: com(credito), ver: texto('O que virou') },
    {
      rota: `${aberto}&aba=movimentos`,
      nome: 'devolvido',
      respostas: com(credito),
      ver: texto('O que virou'),
      abrir: botao('Já devolvi'),
    },
    {
      rota: `${aberto}&aba=movimentos`,
      nome: 'devolvido sem prova',
      respostas: com({
        ...credito,
        situacao: 'devolvido',
        aplicado: 0,
        credito: 0,
        devolvido: 812.5,
        sem_prova: 812.5,
      }),
      ver: texto('Ainda sem prova do banco'),
    },
    {
      rota: `${aberto}&aba=movimentos`,
      nome: 'desfazer',
      respostas: com(credito),
      ver: texto('O que virou'),
      abrir: botao('Desfazer'),
    },
  ]
}
