import AddOutlined from '@mui/icons-material/AddOutlined'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { BloquearDialog } from './BloquearDialog.tsx'
import { OperadorDialog, SenhaDialog } from './OperadorDialogs.tsx'
import { dashboardOperadoresQuery, useAcoesOperadores } from './operadores.api.ts'

type UmOperador = Resposta<'GET /api/admin/dashboard/operadores'>[number]

/** Who works here: create, edit, change the password, block and reactivate. */
export function AdminOperadoresPage() {
  const { data, error, refetch } = useQuery(dashboardOperadoresQuery)
  const novo = (
    <Button
      variant="contained"
      startIcon={<AddOutlined />}
      onClick={() => void abrir((fechar) => <OperadorDialog aoFechar={fechar} />)}
    >
      Novo operador
    </Button>
  )
  return (
    <Page
      inicio={<Typography>{data ? plural(data.length, 'operador', 'operadores') : <Skeleton width={96} />}</Typography>}
      acoes={novo}
    >
      <Card component="section" aria-label="Operadores" sx={{ overflowX: 'auto' }}>
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => void refetch()} />
        ) : data?.length === 0 ? (
          <EmptyState
            icone={GroupOutlined}
            titulo="Nenhum operador ainda"
            texto="Operadores atendem os clientes que respondem às cobranças."
            acao={novo}
          />
        ) : (
          <Table sx={{ minWidth: 640 }} aria-label="Operadores">
            <TableHead>
              <TableRow>
                <TableCell>Operador</TableCell>
                <TableCell>Situação</TableCell>
                <TableCell align="right">Clientes</TableCell>
                <TableCell align="right">Contatos no mês</TableCell>
                <TableCell align="right" sx={{ width: 56 }} aria-label="Ações" />
              </TableRow>
            </TableHead>
            <TableBody>{data?.map((um) => <Linha key={um.id} um={um} />) ?? <Esqueleto />}</TableBody>
          </Table>
        )}
      </Card>
    </Page>
  )
}

function Esqueleto() {
  return [1, 2, 3, 4].map((n) => (
    <TableRow key={n} sx={{ height: 56 }}>
      {[1, 2, 3, 4, 5].map((coluna) => (
        <TableCell key={coluna}>
          <Skeleton />
        </TableCell>
      ))}
    </TableRow>
  ))
}

function Linha({ um }: { um: UmOperador }) {
  return (
    <TableRow hover sx={{ height: 56 }}>
      <TableCell>
        <Box sx={{ fontWeight: 500 }}>{um.name}</Box>
        <Box sx={{ fontSize: 12, color: cor.text3 }}>{um.email}</Box>
      </TableCell>
      <TableCell>
        <Chip tom={um.status === 'Ativo' ? 'success' : 'error'}>{um.status}</Chip>
      </TableCell>
      <TableCell align="right">
        <Link to="/admin/clientes" search={{ operador_id: String(um.id) }}>
          {numero(um.clientes_vinculados)}
        </Link>
      </TableCell>
      <TableCell align="right">{numero(um.contatos_mes)}</TableCell>
      <TableCell align="right">
        <Acoes um={um} />
      </TableCell>
    </TableRow>
  )
}

function Acoes({ um }: { um: UmOperador }) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const { reativar } = useAcoesOperadores()
  const fazer = (acao: () => void) => () => {
    setAncora(null)
    acao()
  }
  const voltar = () =>
    reativar.mutate(um.id, {
      onSuccess: () => avisar(`${um.name} pode entrar de novo.`),
      onError: (erro) => avisar(fraseDe(erro)),
    })
  return (
    <>
      <IconButton
        aria-label={`Ações de ${um.name}`}
        aria-haspopup="menu"
        onClick={(evento) => setAncora(evento.currentTarget)}
      >
        <MoreVertOutlined sx={{ fontSize: 20 }} />
      </IconButton>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        <MenuItem onClick={fazer(() => void abrir((fechar) => <OperadorDialog um={um} aoFechar={fechar} />))}>
          Editar
        </MenuItem>
        <MenuItem onClick={fazer(() => void abrir((fechar) => <SenhaDialog um={um} aoFechar={fechar} />))}>
          Trocar a senha
        </MenuItem>
        {um.status === 'Ativo' ? (
          <MenuItem onClick={fazer(() => void abrir((fechar) => <BloquearDialog um={um} aoFechar={fechar} />))}>
            Bloquear
          </MenuItem>
        ) : (
          <MenuItem onClick={fazer(voltar)}>Reativar</MenuItem>
        )}
      </Menu>
    </>
  )
}
