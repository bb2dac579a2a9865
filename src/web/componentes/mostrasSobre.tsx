import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, Drawer } from '#web/ui/Dialog.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { SearchOffOutlined } from '#web/ui/icons/SearchOffOutlined.tsx'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Menu, MenuDivider, MenuItem } from '#web/ui/Menu.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Passos } from '#web/ui/Passos.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { LONGO, type Mostras, nada } from './comuns.ts'

export const OVERLAYS: Mostras = {
  Menu: (
    <Menu trigger={<Button variant="outlined">Ações</Button>} rotulo="Ações">
      <MenuItem onClick={nada}>Editar</MenuItem>
      <MenuItem onClick={nada} fim={12}>
        Ver registros
      </MenuItem>
      <MenuDivider />
      <MenuItem onClick={nada} danger>
        Bloquear
      </MenuItem>
    </Menu>
  ),
  'Janela presa a um botão': (
    <Popover trigger={<Button variant="outlined">Período</Button>} tipo="dialog" rotulo="Período">
      {(fechar) => (
        <form>
          <DateField rotulo="De" value="" aoMudar={nada} />
          <Button variant="contained" onClick={fechar}>
            Filtrar
          </Button>
        </form>
      )}
    </Popover>
  ),
  Diálogos: (
    <>
      <Button
        variant="outlined"
        onClick={() =>
          void confirmar({
            titulo: 'Cancelar a conta?',
            texto: `${LONGO} deixa de dever R$ 80,00.`,
            acao: 'Cancelar conta',
            perigo: true,
          })
        }
      >
        Perguntar
      </Button>
      <Button
        variant="outlined"
        onClick={() =>
          void abrir((fechar) => (
            <Dialog
              titulo="Novo operador"
              aoFechar={() => fechar()}
              acoes={<Button variant="contained">Salvar operador</Button>}
            >
              <TextField rotulo="Nome" data-autofocus />
            </Dialog>
          ))
        }
      >
        Diálogo
      </Button>
      <Button
        variant="outlined"
        onClick={() =>
          void abrir((fechar) => (
            <Drawer rotulo="Filtros" lado="right" largura={400} aoFechar={() => fechar()}>
              <div className="folgado">{LONGO}</div>
            </Drawer>
          ))
        }
      >
        Gaveta
      </Button>
    </>
  ),
  Dica: (
    <Tooltip texto="O que o ícone faz">
      <IconButton aria-label="Baixar">
        <DownloadOutlined size={20} />
      </IconButton>
    </Tooltip>
  ),
}

interface Exemplo {
  id: number
  nome: string
  valor: string
}
const COLUNAS: Coluna<Exemplo>[] = [
  { id: 'nome', header: 'Cliente', cell: (um) => um.nome, ordem: 'nome' },
  { id: 'valor', header: 'Valor', cell: (um) => um.valor, direita: true },
]
const pagina = (data: Exemplo[]) => ({ data, current_page: 1, last_page: 3, per_page: 2, total: data.length && 5 })
const consulta = (data: Exemplo[] | undefined, error: unknown = null) => ({
  data: data && pagina(data),
  error,
  isFetching: !data,
  isPlaceholderData: false,
  refetch: nada,
})

const tabela = (data: Exemplo[] | undefined, error?: unknown) => (
  <DataTable
    rotulo="Clientes"
    consulta={consulta(data, error)}
    colunas={COLUNAS}
    aoPaginar={nada}
    vazio={<EmptyState icone={SearchOffOutlined} titulo="Nenhum cliente ainda" />}
    celular={({ nome, valor }) => `${nome} · ${valor}`}
    ordem="nome"
    aoOrdenar={nada}
    selecao={new Set([2])}
    aoSelecionar={nada}
  />
)

export const LISTS: Mostras = {
  'Tabela (em um telefone, lista)': tabela([
    { id: 1, nome: LONGO, valor: '1.234,56' },
    { id: 2, nome: 'Ana', valor: '80,00' },
  ]),
  'Tabela à espera': tabela(undefined),
  'Tabela vazia': tabela([]),
  'Tabela que falhou': tabela(undefined, new Error('O servidor não respondeu.')),
  Figuras: (
    <KpiStrip
      rotulo="O mês"
      itens={[
        { rotulo: 'Recebido', figura: 'R$ 1.234,56', legenda: '12% mais que em outubro' },
        { rotulo: 'Falhas', figura: 3, legenda: 'Peça a alguém que olhe', tom: 'error' },
        { rotulo: 'Conversão', figura: undefined, legenda: undefined },
        {
          rotulo: 'Acordos',
          figura: 8,
          definicao: { texto: 'Acordos começados neste mês.', conta: '5 à vista + 3 em parcelas' },
        },
      ]}
    />
  ),
  Cartão: <Card folga>{LONGO}</Card>,
  Abas: (
    <Tabs
      rotulo="Situação"
      painel="mostra"
      abas={[
        { valor: 'todos', rotulo: 'Todos', total: 320 },
        { valor: 'ativo', rotulo: 'Em cobrança', total: null },
        { valor: 'pausado', rotulo: 'Pausado', total: 10 },
      ]}
      atual="todos"
      aoMudar={nada}
    />
  ),
  Páginas: <Pager pagina={pagina([{ id: 1, nome: '', valor: '' }])} aoMudar={nada} />,
  Passos: <Passos passos={['Arquivo', 'Conferência', 'Resultado']} atual={1} direita={LONGO} />,
}
