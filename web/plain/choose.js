// Leads browsers that can't run the code of the usual pages to the plain one, and others that open its address back.
(function () {
  // The first browsers with modules, which lack newer parts of the language, run this as both kinds of script.
  var isOld = !('noModule' in document.createElement('script'));
  var isPlain = location.pathname === '/plain';
  if (isOld !== isPlain) location.replace(isOld ? '/plain?old=1' : '/');
})();
