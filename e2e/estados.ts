// biome-ignore-all lint/style/noExcessiveLinesPerFile: a list of states
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { TELAS } from './shell.ts'

/** Something of each kind that the journeys left in the world. */
export interface Ids {
  cliente: number
  espera: number
  conta: number
  clienteDoAdmin: number
  csv: number
  xml: number
  execucao: number
}
type Respostas = [RegExp, (rota: Route) => Promise<void>][]
type Fazer = (pagina: Page) => Promise<unknown>
/** A state of a screen: where it is, and how one comes to it. */
export interface Estado {
  rota: string
  nome?: string
  /** What the server answers there instead; the application is loaded anew for it. */
  respostas?: Respostas
  /** Until this is there the screen is still the one before. */
  ver?: (pagina: Page) => Locator
  /** Leads to a state that stays. */
  fazer?: Fazer
  /** Opens what Escape closes. */
  abrir?: Fazer
  depois?: Fazer
  /** A screen that is still loading is looked at as it is. */
  esperar?: boolean
  so?: 'mesa' | 'celular'
}

const botao =
  (nome: string | RegExp): Fazer =>
  async (pagina) => {
    const um = pagina.getByRole('button', { name: nome }).first()
    await um.focus()
    await pagina.evaluate('window.dono = document.activeElement')
    await um.click()
  }
const tecla =
  (qual: string): Fazer =>
  async (pagina) => {
    await pagina.evaluate('window.dono = document.activeElement')
    await pagina.keyboard.press(qual)
  }
const menuDe =
  (nome: string | RegExp, item: string | RegExp): Fazer =>
  async (pagina) => {
    await botao(nome)(pagina)
    await pagina.getByRole('menuitem', { name: item }).click()
    // One that is leaving is hidden from readers, yet there; a closed popover always is.
    await pagina.locator('[role=menu]:not([popover]:not(:popover-open))').waitFor({ state: 'detached' })
  }
const emOrdem =
  (...passos: Fazer[]): Fazer =>
  async (pagina) => {
    for (const um of passos) await um(pagina)
  }
const aba =
  (nome: string | RegExp): Fazer =>
  (pagina) =>
    pagina.getByRole('tab', { name: nome }).click()
const texto =
  (palavras: string | RegExp): NonNullable<Estado['ver']> =>
  (pagina) =>
    pagina.getByText(palavras)

const responder = (json: object) => (rota: Route) => rota.fulfill({ json })
const recusar = (status: number, message: string) => (rota: Route) => rota.fulfill({ status, json: { message } })
/** The server's own answer, changed where the journeys left nothing of the kind. */
const mudando =
  (mudar: (corpo: Record<string, unknown>) => unknown) =>
  async (rota: Route): Promise<void> => {
    const resposta = await rota.fetch()
    const corpo = await resposta.json().catch(() => null)
    await rota.fulfill({ response: resposta, ...(corpo && { json: mudar(corpo) }) })
  }
const VAZIA = { data: [], current_page: 1, last_page: 1, total: 0 }
const DADOS = /\/api\/(operador|admin)\//
const DETALHE = /\/api\/operador\/clientes\/\d+$/

const ERRO: Respostas = [[DADOS, recusar(422, 'Recusado de propósito.')]]
const SEM_FIM: Respostas = [[DADOS, () => new Promise<void>(() => {})]]
const SEM_LINHAS: Respostas = [[DADOS, mudando((um) => (Array.isArray(um.data) ? { ...um, ...VAZIA } : um))]]

/** Each screen while it loads, refused, with nothing, full, and under filters that nothing passes. */
const telas = (papel: keyof typeof TELAS): Estado[] => {
  const enderecos = TELAS[papel].map(([, rota]) => rota)
  const inicio = enderecos[0] ?? '/'
  const carregando = (pagina: Page) => pagina.locator('main .skeleton, main [role=progressbar], input[type=file]')
  return [
    ...enderecos.map((rota) => ({ rota, nome: 'carregando', respostas: SEM_FIM, ver: carregando, esperar: false })),
    ...enderecos.map((rota) => ({ rota, nome: 'com erro', respostas: ERRO })),
    ...enderecos.map((rota) => ({ rota, nome: 'vazia', respostas: SEM_LINHAS })),
    ...enderecos.flatMap((rota) => [{ rota }, { rota: `${rota}?busca=zzzzzz`, nome: 'filtrada' }]),
    { rota: `/${papel}/nada`, ver: (pagina) => pagina.getByRole('heading', { name: 'Página não encontrada' }) },
    { rota: inicio, nome: 'menu da pessoa', so: 'mesa', abrir: botao(/sua conta/) },
    { rota: inicio, nome: 'menu do celular', so: 'celular', abrir: botao('Abrir menu') },
    {
      rota: inicio,
      nome: 'rail',
      so: 'mesa',
      fazer: botao('Recolher menu'),
      depois: botao('Abrir menu'),
    },
    { rota: inicio, nome: 'trocar senha', so: 'mesa', abrir: menuDe(/sua conta/, 'Trocar senha') },
    { rota: inicio, nome: 'paleta', abrir: botao(/^Buscar cliente ou/) },
    {
      rota: inicio,
      nome: 'paleta com achados',
      abrir: async (pagina) => {
        await botao(/^Buscar cliente ou/)(pagina)
        await pagina.getByRole('combobox').fill('a')
        await pagina.getByRole('option').first().waitFor()
        await pagina.getByRole('combobox').fill('pad')
        await pagina.getByRole('option').first().waitFor()
      },
    },
  ]
}

const FRASES = ['Obrigada, {{operador}} avisa.', 'Nossa chave é {{pix}}.'].map((texto, i) => ({
  id: i + 1,
  atalho: `frase-${i}`,
  texto,
  da_empresa: i > 0,
  updated_at: '2026-12-07T12:47:00.000Z',
  conteudo: texto,
  faltam: i > 0 ? ['pix'] : [],
}))
const CODIGOS = ['emitido', 'pago', 'substituido', 'expirado', 'cancelado'].map((situacao, i) => ({
  id: i + 1,
  tipo: 'pix_estatico',
  txid: 'ABCDEFGHIJKLMNOPQRSTUVWXY',
  copia_e_cola: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000',
  valor: 812.5,
  contas: [{ id: 1, numero: '15001', parcela: '1/2', valor: 800, encargos: 12.5 }],
  negociacao_id: null,
  situacao,
  vale_ate: '2026-12-07',
  mensagem_id: null,
  created_at: '2026-12-07T12:47:00.000Z',
}))
const NA_META: Respostas = [
  [/\/configuracoes\/whatsapp/, mudando((um) => ('provedor' in um ? { ...um, provedor: 'cloud_api' } : um))],
]
/** What each item of a list is chosen by. */
const marcar: Fazer = (pagina) =>
  pagina
    .getByRole('checkbox', { name: /^Selecionar (?!tod)/ })
    .first()
    .check()

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list
function operador({ cliente, espera, conta, csv, xml }: Ids): Estado[] {
  const mesa = `/operador/clientes?cliente=${cliente}`
  const fila = `/operador/aguardando-atendimento?cliente=${espera}`
  const meu: Respostas = [[DETALHE, mudando((um) => ({ ...um, status: 'em_atendimento' }))]]
  const contas = '/operador/contas-receber'
  return [
    ...telas('operador'),
    { rota: mesa, nome: 'janela fechada, com os modelos', ver: (pagina) => pagina.getByRole('radiogroup') },
    { rota: mesa, nome: 'acordos', fazer: aba('Acordos'), so: 'mesa' },
    { rota: mesa, nome: 'histórico', fazer: aba('Histórico'), so: 'mesa' },
    { rota: mesa, nome: 'dados', fazer: aba('Dados'), so: 'mesa' },
    { rota: mesa, nome: 'ações', abrir: botao('Mais ações do cliente') },
    { rota: mesa, nome: 'pausar', abrir: menuDe('Mais ações do cliente', 'Pausar cobrança') },
    { rota: mesa, nome: 'editar contato', abrir: menuDe('Mais ações do cliente', 'Editar contato') },
    { rota: mesa, nome: 'nova conta', abrir: menuDe('Mais ações do cliente', 'Nova conta') },
    { rota: `${mesa}&painel=contas`, nome: 'contas', ver: texto('Em aberto hoje, com encargos') },
    { rota: `${mesa}&painel=contas`, nome: 'pagamento', fazer: marcar, abrir: botao('Registrar pagamento') },
    {
      rota: `${mesa}&painel=contas`,
      nome: 'mais ações das contas',
      so: 'celular',
      abrir: botao('Mais ações das contas'),
    },
    { rota: `${mesa}&painel=negociar`, nome: 'negociar', ver: texto('Incluir encargos de hoje') },
    {
      rota: `${mesa}&painel=negociar`,
      nome: 'condições com erro',
      fazer: (pagina) => pagina.getByLabel('Parcelas').fill('999'),
    },
    {
      rota: `${mesa}&painel=negociar`,
      nome: 'descartar a negociação',
      fazer: (pagina) => pagina.getByLabel('Parcelas').fill('4'),
      abrir: botao('Fechar negociação'),
    },
    { rota: fila, nome: 'esperando', ver: (pagina) => pagina.getByRole('button', { name: 'Assumir atendimento' }) },
    {
      rota: fila,
      nome: 'outro assumiu antes',
      respostas: [[/\/assumir$/, recusar(409, 'Rafael Prado assumiu este cliente agora há pouco.')]],
      fazer: async (pagina) => {
        await botao('Assumir atendimento')(pagina)
        await pagina
          .getByText(/assumiu este cliente agora/)
          .first()
          .waitFor()
      },
    },
    {
      rota: fila,
      nome: 'em atendimento',
      respostas: meu,
      ver: (pagina) => pagina.getByRole('textbox', { name: /^Mensagem para/ }),
    },
    {
      rota: fila,
      nome: 'mencionando um colega',
      fazer: async (pagina) => {
        await menuDe('Mais ações do cliente', /^Anotar/)(pagina)
        await pagina.getByRole('textbox', { name: 'Anotação' }).pressSequentially('Ver com @')
        await pagina.getByRole('option').first().waitFor()
      },
    },
    {
      rota: fila,
      nome: 'chamando uma frase',
      respostas: [...meu, [/\/clientes\/\d+\/frases$/, (rota) => rota.fulfill({ json: { data: FRASES } })]],
      fazer: async (pagina) => {
        await pagina.getByRole('textbox', { name: /^Mensagem para/ }).pressSequentially('/')
        await pagina.getByRole('option').first().waitFor()
      },
    },
    { rota: fila, nome: 'enviar Pix', respostas: meu, so: 'mesa', abrir: botao('Enviar Pix') },
    {
      rota: fila,
      nome: 'enviar Pix do menu',
      respostas: meu,
      so: 'celular',
      abrir: menuDe('Textos prontos', 'Enviar Pix'),
    },
    {
      rota: fila,
      nome: 'enviar Pix recusado',
      respostas: [...meu, [/\/clientes\/\d+\/codigos$/, recusar(409, 'A empresa ainda não disse como recebe.')]],
      so: 'mesa',
      abrir: async (pagina) => {
        await botao('Enviar Pix')(pagina)
        await pagina.getByRole('dialog').getByRole('checkbox').first().check()
        await pagina.getByRole('button', { name: /^Enviar Pix de/ }).click()
        await pagina.getByText('A empresa ainda não disse como recebe.').waitFor()
      },
    },
    {
      rota: mesa,
      nome: 'códigos Pix',
      respostas: [[/\/clientes\/\d+\/codigos$/, responder({ data: CODIGOS })]],
      so: 'mesa',
      fazer: emOrdem(aba('Pix'), botao('Ver QR')),
    },
    { rota: fila, nome: 'textos prontos', respostas: meu, abrir: botao(/^Textos prontos|^Modelos|^Usar/) },
    {
      rota: fila,
      nome: 'pausado',
      respostas: [
        [
          DETALHE,
          mudando((um) => ({ ...um, status: 'pausado', motivo_pausa: 'Em férias', pausado_ate: '2026-12-20' })),
        ],
      ],
      ver: texto('Pausado até 20/12/2026'),
    },
    {
      rota: fila,
      nome: 'quem não aceita mensagens',
      respostas: [[DETALHE, mudando((um) => ({ ...um, aceita_mensagens: false }))]],
      ver: texto(/pediu para não receber/),
    },
    {
      rota: fila,
      nome: 'cliente que não abre',
      respostas: [[DETALHE, recusar(404, 'Este cliente não é seu.')]],
      ver: texto('Não foi possível abrir o cliente'),
    },
    { rota: '/operador/aguardando-atendimento', nome: 'motivos', so: 'mesa', abrir: botao('Filtrar por motivo') },
    { rota: contas, nome: 'filtro', so: 'mesa', abrir: botao('Atraso') },
    { rota: contas, nome: 'intervalo', so: 'mesa', abrir: botao('Vencimento') },
    { rota: contas, nome: 'filtros', so: 'celular', abrir: botao(/^Filtros/) },
    { rota: contas, nome: 'exportar', so: 'mesa', abrir: botao(/^Exportar|^Mais ações da lista/) },
    { rota: contas, nome: 'mais ações da lista', so: 'celular', abrir: botao('Mais ações da lista') },
    { rota: `${contas}?status=vencida&faixa=1_30&busca=a`, nome: 'filtros em uso' },
    { rota: contas, nome: 'nova conta', abrir: botao('Nova conta') },
    {
      rota: contas,
      nome: 'nova conta recusada',
      abrir: async (pagina) => {
        await botao('Nova conta')(pagina)
        await pagina.getByRole('dialog').getByRole('button', { name: 'Criar conta' }).click()
      },
    },
    { rota: contas, nome: 'pagamento', so: 'mesa', abrir: botao(/^Registrar pagamento de/) },
    { rota: contas, nome: 'ações da conta', so: 'mesa', abrir: botao(/^Mais ações de /) },
    { rota: `${contas}?conta=${conta}`, nome: 'uma conta', ver: texto('De onde veio') },
    { rota: `${contas}?conta=${conta}`, nome: 'editar conta', so: 'mesa', abrir: botao('Editar') },
    {
      rota: `${contas}?conta=${conta}`,
      nome: 'cancelar conta',
      so: 'mesa',
      abrir: botao('Cancelar conta'),
    },
    { rota: '/operador/clientes?recorte=todos', nome: 'de um recorte', ver: texto('Seus, em qualquer situação') },
    { rota: '/operador/dashboard?ver=cobrancas', nome: 'cobranças' },
    { rota: '/operador/dashboard', nome: 'menções', abrir: botao(/^Menções/) },
    { rota: '/operador/dashboard', nome: 'teclas', so: 'mesa', abrir: tecla('?') },
    { rota: '/operador/preferencias', ver: texto('Suas frases') },
    { rota: '/operador/preferencias', nome: 'nova frase', abrir: botao('Nova frase') },
    ...importacoes(csv, xml),
    {
      rota: contas,
      nome: 'sem rede',
      fazer: async (pagina) => {
        await pagina.context().setOffline(true)
        await pagina.getByText(/^Sem conexão desde/).waitFor()
      },
      depois: async (pagina) => {
        await pagina.context().setOffline(false)
        await pagina.getByText(/^Sem conexão desde/).waitFor({ state: 'detached' })
      },
    },
    {
      rota: contas,
      nome: 'em manutenção',
      respostas: [[/\/api\//, (rota) => rota.fulfill({ status: 503, body: '' })]],
      ver: texto(/^Sistema em manutenção desde/),
    },
  ]
}

const CSV = [
  'nome;documento;telefone;email;conta_numero;valor;vencimento',
  'Mercearia Três Irmãos;529.982.247-25;(11) 98765-4321;tres@irmaos.example;T-1;"1.234,56";05/12/2026',
  'Sem documento;;(11) 98765-4321;;T-2;10,00;05/12/2026',
  'Documento errado;529.982.247-26;(11) 98765-4321;;T-3;10,00;05/12/2026',
  'Valor errado;111.444.777-35;(11) 98765-4321;;T-4;dez;31/02/2026',
].join('\r\n')
const AMOSTRAS = join(import.meta.dirname, '..', 'test', 'samples', 'nfe')

function importacoes(csv: number, xml: number): Estado[] {
  const clientes = '/operador/importar-clientes'
  const notas = '/operador/contas-receber?importar=xml'
  const escolher: Fazer = (pagina) =>
    pagina
      .locator('input[type=file]')
      .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  const conferir = emOrdem(escolher, botao(/^Conferir/))
  const nota = readdirSync(AMOSTRAS).filter((nome) => nome.endsWith('.xml'))
  const lerNotas: Fazer = (pagina) =>
    pagina.locator('input[type=file]').setInputFiles(nota.map((nome) => join(AMOSTRAS, nome)))
  const semFim: Respostas = [
    [/\/api\/operador\/(importacoes|importar)[^?]*(csv|xml|clientes)/, () => new Promise<void>(() => {})],
  ]
  return [
    {
      rota: clientes,
      nome: 'colunas',
      fazer: emOrdem(escolher, (pagina) => pagina.getByRole('region', { name: 'Colunas do arquivo' }).waitFor()),
    },
    {
      rota: clientes,
      nome: 'campo usado duas vezes',
      fazer: emOrdem(escolher, async (pagina) => {
        await pagina.getByRole('combobox', { name: 'Campo da coluna email' }).selectOption('Nome')
        await pagina.getByText('Nome usado duas vezes').first().waitFor()
      }),
    },
    {
      rota: clientes,
      nome: 'conferindo',
      respostas: semFim,
      fazer: conferir,
      esperar: false,
      ver: (pagina) => pagina.locator('input[type=file]'),
    },
    {
      rota: clientes,
      nome: 'conferência com erros',
      fazer: emOrdem(conferir, (pagina) => pagina.getByText(/erros?, por/).waitFor()),
    },
    {
      rota: clientes,
      nome: 'arquivo que não é',
      fazer: (pagina) =>
        pagina
          .locator('input[type=file]')
          .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0, 1, 2, 0, 3]) }),
    },
    { rota: `${clientes}?importacao=${csv}`, nome: 'resultado', ver: texto('Importar outro arquivo') },
    { rota: notas, nome: 'arquivo', ver: texto(/os XML ou o zip das notas/) },
    { rota: notas, nome: 'desfazer', abrir: botao(/^Desfazer a importação de/) },
    {
      rota: notas,
      nome: 'conferência',
      fazer: emOrdem(lerNotas, (pagina) => pagina.getByRole('button', { name: /^Gravar|^Nada/ }).waitFor()),
    },
    { rota: `${notas}&importacao=${xml}`, nome: 'resultado', ver: texto('Importar outro arquivo') },
  ]
}

const PARADO: Respostas = [
  [
    /\/api\/admin\/dashboard$/,
    mudando((um) => ({
      ...um,
      alertas: [
        {
          codigo: 'whatsapp_parado',
          titulo: 'WhatsApp desconectado',
          mensagem: 'A Meta recusou o token de acesso (190).',
          desde: '2026-12-07T12:47:00.000Z',
          erro: '190',
        },
      ],
    })),
  ],
]
const primeiroDaLista: Fazer = async (pagina) => {
  await pagina.getByRole('main').getByRole('link').first().click()
  await pagina.getByText('Acordos em andamento').waitFor()
}
const foraDaRede: Fazer = async (pagina) => {
  await pagina.context().setOffline(true)
  await pagina.getByText(/^Sem conexão desde/).waitFor()
  await pagina.getByRole('tab', { name: /^Pausado/ }).click()
  await pagina.getByText('Esta lista ainda não foi aberta').waitFor()
}
const deVolta: Fazer = async (pagina) => {
  await pagina.context().setOffline(false)
  await pagina.getByText(/^Sem conexão desde/).waitFor({ state: 'detached' })
}
const escreverErrado: Fazer = async (pagina) => {
  await pagina.getByRole('textbox', { name: /^Texto do modelo/ }).click()
  await pagina.keyboard.press('Control+End')
  await pagina.keyboard.type(' {{xpto}}')
  await pagina.getByText(/^A variável {{xpto}} não existe/).waitFor()
}
const sair: Fazer = async (pagina) => {
  const outra = pagina.getByRole('link', { name: 'Logs do Sistema' })
  await outra.focus()
  await pagina.evaluate('window.dono = document.activeElement')
  await outra.click()
}

function admin({ clienteDoAdmin, execucao }: Ids): Estado[] {
  const ficha = `/admin/clientes?cliente=${clienteDoAdmin}`
  return [
    ...telas('admin'),
    { rota: '/admin/dashboard', nome: 'tabela', fazer: botao(/^Ver.* tabela/) },
    {
      rota: '/admin/dashboard',
      nome: 'como se calcula',
      fazer: (pagina) =>
        pagina
          .getByRole('button', { name: /^Como se calcula/ })
          .first()
          .focus(),
    },
    { rota: '/admin/dashboard', nome: 'WhatsApp parado', respostas: PARADO, ver: texto(/^WhatsApp desconectado/) },
    { rota: '/admin/operadores', nome: 'ficha', fazer: primeiroDaLista },
    { rota: '/admin/clientes', nome: 'exportar', abrir: botao(/^Exportar|^Mais ações da lista/) },
    { rota: '/admin/clientes', nome: 'lista que não foi aberta', fazer: foraDaRede, depois: deVolta },
    { rota: '/admin/operadores', nome: 'novo', abrir: botao('Novo operador') },
    {
      rota: '/admin/operadores',
      nome: 'novo, recusado',
      abrir: async (pagina) => {
        await botao('Novo operador')(pagina)
        await pagina.getByRole('dialog').getByRole('button', { name: 'Criar operador' }).click()
      },
    },
    { rota: '/admin/operadores', nome: 'editar', abrir: botao(/^Editar /) },
    { rota: '/admin/operadores', nome: 'senha', abrir: botao(/^Trocar a senha de/) },
    { rota: '/admin/operadores', nome: 'ações', abrir: botao(/^Mais ações de/) },
    { rota: '/admin/operadores', nome: 'bloquear', abrir: menuDe(/^Mais ações de/, /Bloquear/) },
    { rota: ficha, nome: 'ficha', ver: texto('Histórico') },
    { rota: ficha, nome: 'ações', abrir: botao(/^Mais ações$/) },
    { rota: ficha, nome: 'anonimizar', abrir: menuDe(/^Mais ações$/, /Anonimizar/) },
    { rota: ficha, nome: 'transferir', abrir: botao('Transferir') },
    { rota: '/admin/clientes', nome: 'filtro', so: 'mesa', abrir: botao('Atraso') },
    { rota: '/admin/clientes', nome: 'filtros', so: 'celular', abrir: botao(/^Filtros/) },
    { rota: '/admin/clientes', nome: 'selecionados', fazer: marcar },
    {
      rota: '/admin/clientes',
      nome: 'distribuir',
      fazer: marcar,
      abrir: botao('Distribuir entre operadores'),
    },
    {
      rota: '/admin/clientes',
      nome: 'transferir vários',
      fazer: marcar,
      abrir: botao('Transferir para…'),
    },
    { rota: '/admin/logs', nome: 'registro', abrir: botao(/ver o registro inteiro/) },
    { rota: '/admin/logs', nome: 'filtro', so: 'mesa', abrir: botao('Nível') },
    {
      rota: '/admin/mensagens?tipo=lembrete',
      nome: 'um modelo',
      ver: (pagina) => pagina.getByRole('region', { name: 'Prévia' }),
    },
    { rota: '/admin/mensagens?tipo=lembrete', nome: 'versões', abrir: botao(/^(Ver v|V)ersões/) },
    { rota: '/admin/mensagens?tipo=lembrete', nome: 'texto que a Meta recusa', fazer: escreverErrado },
    { rota: '/admin/mensagens?tipo=lembrete', nome: 'sair sem salvar', so: 'mesa', fazer: escreverErrado, abrir: sair },
    { rota: '/admin/mensagens?tipo=lembrete', nome: 'teste', abrir: botao('Enviar teste para o meu celular') },
    { rota: '/admin/mensagens?aba=regua', nome: 'régua', ver: texto('Parar após') },
    { rota: '/admin/mensagens?aba=regua', nome: 'passo', fazer: botao(/^Passo /) },
    { rota: '/admin/mensagens?aba=regua', nome: 'feriados', abrir: botao(/ou incluir$/) },
    { rota: '/admin/mensagens?aba=regua', nome: 'previsão em tabela', fazer: botao('Ver a tabela') },
    {
      rota: '/admin/mensagens?aba=regua',
      nome: 'mudada',
      // Read to the end, where what floats over the view stands under it.
      fazer: async (pagina) => {
        await pagina.getByLabel('Parar após').fill('7')
        await pagina.getByRole('region', { name: 'Mudanças não salvas' }).waitFor()
        await pagina.evaluate('document.querySelector("#conteudo").scrollTo(0, 1e6)')
      },
    },
    { rota: '/admin/mensagens?aba=execucoes', nome: 'execuções', ver: texto('Executar agora') },
    {
      rota: `/admin/mensagens?aba=execucoes&execucao=${execucao}`,
      esperar: false,
      nome: 'relatório',
      ver: (pagina) =>
        pagina.getByRole('region', { name: 'Motivos' }).or(pagina.getByRole('navigation', { name: 'Motivos' })),
    },
    {
      rota: `/admin/mensagens?aba=execucoes&execucao=${execucao}`,
      nome: 'simulação',
      respostas: [[/\/execucoes\/\d+/, mudando((um) => ({ ...um, simulada: true, andamento: null }))]],
      ver: texto('Limite do número'),
    },
    { rota: '/admin/mensagens?aba=empresa', nome: 'empresa', ver: (pagina) => pagina.getByLabel('Nome da empresa') },
    { rota: '/admin/mensagens?aba=desempenho', nome: 'desempenho' },
    {
      rota: '/admin/mensagens?aba=empresa',
      nome: 'empresa, mudada',
      fazer: (pagina) => pagina.getByLabel('Nome da empresa').fill('Outra'),
    },
    { rota: '/admin/whatsapp', nome: 'avisos da Meta', abrir: botao('Ver os avisos da Meta') },
    { rota: '/admin/whatsapp?passos=1', nome: 'passos', ver: (pagina) => pagina.getByRole('list', { name: 'Passos' }) },
    ...recebimento(),
    ...conciliacao(clienteDoAdmin),
    { rota: '/admin/whatsapp', nome: 'credencial', respostas: NA_META, abrir: botao(/^(Trocar|Gravar): /) },
  ]
}

/** How the company receives: without a bank, with one that answers, and with one that does not. */
function recebimento(): Estado[] {
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
  ]
}

const CREDITO = {
  id: 7,
  origem: 'ofx',
  tipo: 'credito',
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
    contas: i === 2 ? [] : [{ id: 1, numero: '15001', parcela: '1/1', vencimento: '2026-12-01', valor: 800 }],
    pagamento_id: null,
    certeza,
    porque: 'O documento de quem pagou é o da Padaria Exemplo.',
  })),
  cliente_id: null,
  cliente: null,
  aplicado: 0,
  credito: 0,
  devolvido: 0,
  devolucoes: [],
  importacao_id: 3,
  created_at: '2026-12-02T11:10:00.000Z',
}

/** What the bank says came: nobody's, decided, a credit to give back; and what is asked of each. */
function conciliacao(clienteId: number): Estado[] {
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
    { rota: `${rota}?aba=movimentos`, nome: 'fechamento', respostas: com(credito), ver: texto('Recebido') },
    { rota: `${aberto}&aba=movimentos`, nome: 'crédito', respostas: com(credito), ver: texto('O que virou') },
    { rota: `${aberto}&aba=movimentos`, nome: 'devolvido', respostas: com(credito), abrir: botao('Já devolvi') },
    { rota: `${aberto}&aba=movimentos`, nome: 'desfazer', respostas: com(credito), abrir: botao('Desfazer') },
  ]
}

/** Before signing in. */
function fora(): Estado[] {
  return [
    { rota: '/nada', ver: (pagina) => pagina.getByRole('heading', { name: 'Página não encontrada' }), esperar: false },
    { rota: '/login', esperar: false, ver: (pagina) => pagina.getByLabel('E-mail') },
    {
      rota: '/login',
      nome: 'recusada',
      esperar: false,
      respostas: [[/\/api\/login/, recusar(422, 'Senha errada.')]],
      fazer: async (pagina) => {
        await pagina.getByLabel('E-mail').fill('a@b.example')
        await pagina.getByLabel('Senha', { exact: true }).fill('x')
        await pagina.getByRole('button', { name: 'Entrar' }).click()
        await pagina.getByText('Senha errada.').waitFor()
      },
    },
    {
      rota: '/login',
      nome: 'sessão terminada',
      esperar: false,
      fazer: async (pagina) => {
        await pagina.evaluate(
          `localStorage.setItem('token', '1|x'), localStorage.setItem('user', '{"id":1,"name":"Ana","role":"operador"}')`,
        )
        await pagina.goto('/operador/contas-receber')
        await pagina.waitForURL('**/login')
        await pagina.getByText('Sua sessão terminou.').waitFor()
      },
    },
    {
      rota: '/emulador',
      nome: 'sem sessão',
      esperar: false,
      ver: (pagina) => pagina.getByText('Entre no sistema como administrador'),
    },
  ]
}

/** The other side of WhatsApp, and of the bank, with an administrator's session. */
function emulador(): Estado[] {
  return [
    { rota: '/emulador/pix', esperar: false, ver: (pagina) => pagina.getByLabel('Pix copia e cola') },
    {
      rota: '/emulador/pix',
      nome: 'código que não é',
      esperar: false,
      fazer: async (pagina) => {
        await pagina.getByLabel('Pix copia e cola').fill('isto não é um código')
        await pagina.getByText('não é um código Pix copia e cola').waitFor()
        await pagina.getByText('Outro pagador ou outro valor').click()
      },
    },
    { rota: '/emulador', esperar: false, ver: (pagina) => pagina.locator('#aparelhos > li') },
    {
      rota: '/emulador',
      nome: 'conversa',
      esperar: false,
      fazer: async (pagina) => {
        await pagina.locator('#aparelhos button, #aparelhos a').first().click()
        await pagina.locator('#aparelho').waitFor()
      },
    },
    {
      rota: '/emulador',
      nome: 'comportamento',
      esperar: false,
      so: 'celular',
      fazer: async (pagina) => {
        await pagina.locator('#aparelhos button, #aparelhos a').first().click()
        await pagina.locator('#ir-ajustes').click()
      },
    },
  ]
}

export const estadosDe = { operador, admin, fora, emulador }
