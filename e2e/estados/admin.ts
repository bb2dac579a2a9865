import { acesso, administradores, conta } from './acesso.ts'
import { conciliacao, recebimento } from './dinheiro.ts'
import {
  botao,
  type Estado,
  type Fazer,
  type Ids,
  marcar,
  menuDe,
  mudando,
  type Respostas,
  responder,
  tecla,
  telas,
  texto,
} from './estado.ts'
import { integracoes } from './integracoes.ts'
import { negociacao } from './negociacao.ts'
import { saude } from './saude.ts'
import { tratativas } from './tratativas.ts'

const LEGAL = '/admin/mensagens?aba=legal'
const NA_META: Respostas = [
  [/\/configuracoes\/whatsapp/, mudando((um) => ('provedor' in um ? { ...um, provedor: 'cloud_api' } : um))],
]

const DA_PASTA = {
  tipo: null,
  importacao_id: null,
  desfeita_em: null,
  motivo: null,
  created_at: '2026-12-07T12:47:00.000Z',
}
const PASTA: Respostas = [
  [
    /\/importacoes\/pasta/,
    responder({
      vigiada: {
        onde: '/srv/entrada',
        erro: 'O disco de /srv/entrada está cheio.',
        desde: null,
        olhada_em: '2026-12-07T12:47:00.000Z',
      },
      data: [
        { ...DA_PASTA, id: 2, arquivo: 'foto.png', situacao: 'recusado', motivo: 'Este arquivo não é CSV.' },
        { ...DA_PASTA, id: 1, arquivo: 'clientes.csv', situacao: 'importado', tipo: 'csv', importacao_id: 1 },
      ],
      current_page: 1,
      last_page: 1,
      per_page: 10,
      total: 2,
    }),
  ],
]

/** On a phone it is in the sheet of filters. */
const PASTA_VIGIADA: Estado[] = [
  { rota: '/admin/importacoes', nome: 'pasta vigiada', so: 'mesa', respostas: PASTA, abrir: botao('Pasta vigiada') },
  {
    rota: '/admin/importacoes',
    nome: 'pasta vigiada',
    so: 'celular',
    respostas: PASTA,
    fazer: botao(/^Filtros/),
    abrir: botao('Pasta vigiada'),
  },
]

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

const focarComoSeCalcula: Fazer = (pagina) =>
  pagina
    .getByRole('button', { name: /^Como se calcula/ })
    .first()
    .focus()

export function admin({ clienteDoAdmin, execucao }: Ids): Estado[] {
  const ficha = `/admin/clientes?cliente=${clienteDoAdmin}`
  return [
    ...telas('admin'),
    { rota: '/admin/dashboard', nome: 'tabela', fazer: botao(/^Ver.* tabela/) },
    { rota: '/admin/dashboard', nome: 'como se calcula', fazer: focarComoSeCalcula },
    { rota: '/admin/dashboard', nome: 'WhatsApp parado', respostas: PARADO, ver: texto(/^WhatsApp desconectado/) },
    ...PASTA_VIGIADA,
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
    { rota: '/admin/logs', nome: 'selos', abrir: botao(/^(Selado até|O primeiro selo)/) },
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
      // Scrolled to the end, where the floating bar is below the content.
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
    { rota: '/admin/mensagens?aba=guarda', nome: 'guarda', ver: texto('Ficam, por caso aberto') },
    {
      rota: '/admin/mensagens?aba=guarda',
      nome: 'guarda, com prévia',
      fazer: async (pagina) => {
        await pagina.getByLabel('Textos das mensagens').fill('1')
        await pagina.getByLabel('Nomes de clientes concluídos').fill('1')
        await pagina.getByText('Ficam, por caso aberto').waitFor()
      },
    },
    { rota: LEGAL, nome: 'contato legal', ver: texto('Horários de cada estado') },
    { rota: LEGAL, nome: 'incluir estado', abrir: botao('Incluir estado') },
    { rota: LEGAL, nome: 'mudar estado', abrir: botao('Mudar São Paulo') },
    { rota: LEGAL, nome: 'incluir feriado', abrir: botao('Incluir feriado') },
    { rota: '/admin/mensagens?aba=bloqueios', nome: 'não perturbe', so: 'mesa', ver: texto('Importar lista') },
    { rota: '/admin/mensagens?aba=bloqueios', nome: 'importar lista', so: 'mesa', abrir: botao('Importar lista') },
    { rota: '/admin/mensagens?aba=frases', nome: 'frases da empresa', ver: texto('Frases da empresa') },
    {
      rota: '/admin/conciliacao?aba=importar',
      nome: 'do banco',
      so: 'mesa',
      ver: texto('Arraste os arquivos do banco para cá'),
    },
    { rota: '/admin/dashboard', nome: 'teclas', so: 'mesa', abrir: tecla('?') },
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
    ...integracoes(),
    ...acesso(),
    ...saude(),
    ...administradores(),
    ...conta('admin'),
    ...conciliacao(clienteDoAdmin),
    ...negociacao(),
    ...tratativas('admin', clienteDoAdmin),
    { rota: '/admin/whatsapp', nome: 'credencial', respostas: NA_META, abrir: botao(/^(Trocar|Gravar): /) },
  ]
}
