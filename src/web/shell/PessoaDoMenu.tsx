import ApiOutlined from '@mui/icons-material/ApiOutlined'
import KeyOutlined from '@mui/icons-material/KeyOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { lazy, useState } from 'react'
import { useUsuario } from '#web/api/useSessao.ts'
import { cor } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { AvatarPessoa } from './AvatarPessoa.tsx'
import { abrirDocumentacao } from './abrirDocumentacao.ts'
import { papel } from './itensMenu.tsx'

const TrocarSenhaDialog = lazy(async () => ({
  default: (await import('./TrocarSenhaDialog.tsx')).TrocarSenhaDialog,
}))

/** Name, picture and role of who is signed in; opens what one may do with one's own account. */
export function PessoaDoMenu({ trilho }: { trilho: boolean }) {
  const usuario = useUsuario()
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={Boolean(ancora)}
        onClick={(evento) => setAncora(evento.currentTarget)}
        sx={{
          gap: 3,
          p: 2,
          borderRadius: '8px',
          justifyContent: 'flex-start',
          minWidth: 0,
          '&:hover': { background: cor.hover },
        }}
      >
        <span aria-hidden>
          <AvatarPessoa nome={usuario.name} />
        </span>
        <Box className={trilho ? 'so-leitor' : ''} sx={{ minWidth: 0, textAlign: 'left' }}>
          <Box
            sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', maxWidth: 168 }}
          >
            {usuario.name}
          </Box>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{papel(usuario.role)}</Box>
          <span className="so-leitor">: sua conta</span>
        </Box>
      </ButtonBase>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        <MenuItem
          onClick={() => {
            setAncora(null)
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
              setAncora(null)
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
    </>
  )
}
