import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MuiLink from '@mui/material/Link'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Operador } from '#contract/operadores.ts'
import { agora } from '#web/api/agora.ts'
import { cor, tons } from '#web/theme.ts'
import { BarraDaLista, filtrosEmUso } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { dinheiro, numero, plural, ultimaVez } from '#web/ui/formatos.ts'
import { Iniciais } from '#web/ui/Iniciais.tsx'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { GroupOutlined } from '#web/ui/icons/GroupOutlined.tsx'
import { KeyOutlined } from '#web/ui/icons/KeyOutlined.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { PersonAddAltOutlined } from '#web/ui/icons/PersonAddAltOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip, statusOperador } from '#web/ui/StatusChip.tsx'
import { passoDeAbrir, useFiltros, useRegistro } from '#web/ui/useFiltros.ts'
import { bloquear, editar, novoOperador, trocarSenha } from './acoes.tsx'
import { operadoresQuery, useAcoesOperadores } from './operadores.api.ts'

const OperadorDrawer = lazy(async () => ({ default: (await import('./OperadorDrawer.tsx')).OperadorDrawer }))

const SITUACOES = [
  { valor: 'Ativo', rotulo: 'ativos' },
  { valor: 'Bloqueado', rotulo: 'bloqueados' },
] as const
const SEM_FILTROS = { busca: undefined, status: undefined }

/** Who works here: create, edit, change the password, block and reactivate. */
export function AdminOperadoresPage() {
  const { filtros, mudar, pagina } = useFiltros()
  const status = SITUACOES.find((uma) => uma.valor === filtros.status)?.valor
  const consulta = useQuery(operadoresQuery({ page: pagina, busca: filtros.busca, status }))
  const { aberto, abrir, fechar } = useRegistro('operador')
  const emUso = filtrosEmUso(SEM_FILTROS, filtros)
  const limpar = () => mudar(SEM_FILTROS)
  const exportar = () =>
    baixarArquivo('GET /api/admin/operadores/exportar.csv', 'operadores.csv', {}, { busca: filtros.busca, status })
  const ninguem = consulta.data?.total === 0 && emUso === 0
  return (
    <Box sx={{ height: { sm: '100%' }, display: 'flex' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Page cheia>
          <BarraDaLista
            busca="Nome ou e-mail"
            semFiltros={SEM_FILTROS}
            menus={[{ rotulo: 'Situação', nome: 'status', opcoes: SITUACOES }]}
            fim={
              <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap', mr: 2 }} role="status">
                {!ninguem &&
                  consulta.data &&
                  `${plural(consulta.data.total, 'operador', 'operadores')}, ${plural(consulta.data.ativos, 'ativo', 'ativos')}${emUso ? ' ao todo' : ''}`}
              </Box>
            }
            // Nobody yet: the list itself offers it, and says what for.
            {...(ninguem ? {} : { acao: NOVO, aoExportar: exportar })}
          />
          <DataTable
            rotulo="Operadores"
            consulta={consulta}
            colunas={COLUNAS}
            alturaLinha={56}
            contada
            aoPaginar={(page) => mudar({ page }, { empurrar: true })}
            aoAbrir={({ id }) => abrir(id)}
            abertoId={aberto}
            vazio={
              emUso > 0 ? (
                <EmptyFiltered
                  titulo={filtros.busca ? `Nenhum operador para “${filtros.busca}”` : 'Nenhum operador nesta situação'}
                  aoLimpar={limpar}
                />
              ) : (
                <EmptyState
                  icone={GroupOutlined}
                  titulo="Nenhum operador ainda"
                  texto="Operadores atendem os clientes que respondem às cobranças."
                  acao={
                    <Button variant="contained" startIcon={NOVO.icone} onClick={NOVO.aoFazer}>
                      {NOVO.rotulo}
                    </Button>
                  }
                />
              )
            }
            celular={(um) => <ItemOperador um={um} />}
          />
        </Page>
      </Box>
      {aberto && (
        <Suspense>
          <OperadorDrawer key={aberto} id={aberto} aoFechar={fechar} />
        </Suspense>
      )}
    </Box>
  )
}

const NOVO = { rotulo: 'Novo operador', icone: <PersonAddAltOutlined />, aoFazer: novoOperador }

const Ligacao = createLink(MuiLink)
const CORTA = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

function Pessoa({ um }: { um: Operador }) {
  const { filtros } = useFiltros()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
      <Iniciais nome={um.name} tamanho={36} />
      <Box sx={{ minWidth: 0 }}>
        <Ligacao
          to="/admin/operadores"
          search={{ ...filtros, operador: String(um.id) }}
          {...passoDeAbrir('operador', filtros)}
          underline="hover"
          title={um.name}
          onClick={(evento) => evento.stopPropagation()}
          sx={{ display: 'block', color: 'text.primary', fontWeight: 500, ...CORTA }}
        >
          {um.name}
        </Ligacao>
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3, ...CORTA }}>{um.email}</Box>
      </Box>
    </Box>
  )
}

/** At most two icons, then the rest in a menu; shown on hover and focus. */
function Acoes({ um }: { um: Operador }) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const { reativar } = useAcoesOperadores()
  const fazer = (acao: () => void) => () => {
    setAncora(null)
    acao()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the row from opening under its own buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the row from opening under its own buttons
    <span className="so-na-tela" onClick={(evento) => evento.stopPropagation()}>
      <Tooltip title="Editar">
        <IconButton aria-label={`Editar ${um.name}`} onClick={() => editar(um)}>
          <EditOutlined size={20} />
        </IconButton>
      </Tooltip>
      <Tooltip title="Trocar a senha">
        <IconButton aria-label={`Trocar a senha de ${um.name}`} onClick={() => trocarSenha(um)}>
          <KeyOutlined size={20} />
        </IconButton>
      </Tooltip>
      <Tooltip title="Mais ações">
        <IconButton
          aria-label={`Mais ações de ${um.name}`}
          aria-haspopup="menu"
          aria-expanded={Boolean(ancora)}
          onClick={(evento) => setAncora(evento.currentTarget)}
        >
          <MoreVertOutlined size={20} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        {um.status === 'Ativo' ? (
          <MenuItem sx={{ color: tons.error.solid }} onClick={fazer(() => bloquear(um))}>
            Bloquear
          </MenuItem>
        ) : (
          <MenuItem onClick={fazer(() => reativar.mutate(um))}>Reativar</MenuItem>
        )}
      </Menu>
    </span>
  )
}

const entrada = (um: Operador) => (um.ultima_entrada_em ? ultimaVez(um.ultima_entrada_em, agora()) : 'nunca')

const COLUNAS: Coluna<Operador>[] = [
  { id: 'nome', header: 'Operador', cell: ({ row }) => <Pessoa um={row.original} />, meta: { elastica: 900 } },
  { id: 'status', header: 'Situação', cell: ({ row }) => <StatusChip de={statusOperador[row.original.status]} /> },
  {
    id: 'clientes',
    header: 'Clientes vinculados',
    cell: ({ row }) => numero(row.original.clientes_vinculados),
    meta: { direita: true, minima: 700 },
  },
  {
    id: 'contatos',
    header: 'Contatos no mês',
    cell: ({ row }) => numero(row.original.contatos_mes),
    meta: { direita: true, minima: 860 },
  },
  {
    id: 'recebido',
    header: 'Recebido no mês',
    cell: ({ row }) => (row.original.valor_recebido_mes ? dinheiro(row.original.valor_recebido_mes) : '—'),
    meta: { direita: true, minima: 560 },
  },
  {
    id: 'entrada',
    header: 'Última entrada',
    cell: ({ row }) => (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {entrada(row.original)}
      </Box>
    ),
    meta: { soLarga: true },
  },
  {
    id: 'acoes',
    header: () => <span className="so-leitor">Ações</span>,
    cell: ({ row }) => <Acoes um={row.original} />,
    meta: { direita: true, largura: 132 },
  },
]

function ItemOperador({ um }: { um: Operador }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Pessoa um={um} />
        </Box>
        <Box sx={{ flexShrink: 0 }}>
          <StatusChip de={statusOperador[um.status]} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3, flex: 1 }}>
          {plural(um.clientes_vinculados, 'cliente', 'clientes')} · {dinheiro(um.valor_recebido_mes)} no mês ·{' '}
          {um.ultima_entrada_em ? `entrou ${entrada(um)}` : 'nunca entrou'}
        </Box>
        <Box sx={{ flexShrink: 0, mr: -2 }}>
          <Acoes um={um} />
        </Box>
      </Box>
    </Box>
  )
}
