import ApiOutlined from '@mui/icons-material/ApiOutlined'
import KeyOutlined from '@mui/icons-material/KeyOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { lazy } from 'react'
import { useUsuario } from '#web/api/useSessao.ts'
import { ComTema } from '#web/ui/ComTema.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { abrirDocumentacao } from './abrirDocumentacao.ts'

const TrocarSenhaDialog = lazy(async () => ({
  default: (await import('./TrocarSenhaDialog.tsx')).TrocarSenhaDialog,
}))

/** What one may do with one's own account. */
export function MenuDaConta({ ancora, aoFechar }: { ancora: HTMLElement; aoFechar: () => void }) {
  const usuario = useUsuario()
  return (
    <ComTema>
      <Menu anchorEl={ancora} open onClose={aoFechar}>
        <MenuItem
          onClick={() => {
            aoFechar()
            void abrir((fechar) => <TrocarSenhaDialog aoFechar={() => fechar()} />)
          }}
        >
          <ListItemIcon>
            <KeyOutlined sx={{ fontSize: 20 }} />
          </ListItemIcon>
          Trocar senha
        </MenuItem>
        {usuario.role === 'admin' && (
          <MenuItem
            onClick={() => {
              aoFechar()
              void abrirDocumentacao()
            }}
          >
            <ListItemIcon>
              <ApiOutlined sx={{ fontSize: 20 }} />
            </ListItemIcon>
            Documentação da API
          </MenuItem>
        )}
      </Menu>
    </ComTema>
  )
}
